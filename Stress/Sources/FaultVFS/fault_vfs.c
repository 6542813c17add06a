#include "FaultVFS.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

// MARK: - What fails

static atomic_int armed_kind = -1;
static atomic_llong first_failure;
static atomic_llong failure_count;
static atomic_int paused;
static atomic_llong calls;
static atomic_llong failures;
static atomic_llong room = -1;
static atomic_llong refusals;

void fault_arm(int kind, int64_t first, int64_t count) {
  atomic_store(&armed_kind, -1);
  atomic_store(&calls, 0);
  atomic_store(&failures, 0);
  atomic_store(&paused, 0);
  atomic_store(&first_failure, first);
  atomic_store(&failure_count, count);
  atomic_store(&armed_kind, kind);
}

void fault_disarm(void) { atomic_store(&armed_kind, -1); }
void fault_pause(int is_paused) { atomic_store(&paused, is_paused); }
int64_t fault_calls(void) { return atomic_load(&calls); }
int64_t fault_failures(void) { return atomic_load(&failures); }

void fault_set_room(int64_t bytes) {
  if (bytes >= 0) atomic_store(&refusals, 0);
  atomic_store(&room, bytes);
}

int64_t fault_refusals(void) { return atomic_load(&refusals); }

static int is_to_fail(int kind) {
  int armed = atomic_load(&armed_kind);
  if (armed < 0 || (armed != kind && armed != FAULT_KIND_COUNT)) return 0;
  if (atomic_load(&paused)) return 0;
  long long call = atomic_fetch_add(&calls, 1) + 1;
  long long first = atomic_load(&first_failure);
  if (call < first || call - first >= atomic_load(&failure_count)) return 0;
  atomic_fetch_add(&failures, 1);
  return 1;
}

// Takes up to `bytes` of the room that is left.
//
// Returns: how many there were.
static sqlite3_int64 take_room(sqlite3_int64 bytes) {
  long long left = atomic_load(&room);
  long long taken;
  do {
    if (left < 0) return bytes;
    taken = left < bytes ? left : bytes;
  } while (!atomic_compare_exchange_weak(&room, &left, left - taken));
  if (taken < bytes) atomic_fetch_add(&refusals, 1);
  return taken;
}

// MARK: - Files

typedef struct {
  sqlite3_file base;
  // Stands behind this struct, in the memory that SQLite gave.
  sqlite3_file *real;
} fault_file;

static sqlite3_file *real(sqlite3_file *file) { return ((fault_file *)file)->real; }

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (is_to_fail(FAULT_READ)) return SQLITE_IOERR_READ;
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (is_to_fail(FAULT_WRITE)) {
    int code = real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
    return code == SQLITE_OK ? SQLITE_IOERR_WRITE : code;
  }
  if (atomic_load(&room) >= 0) {
    sqlite3_int64 size = 0;
    int code = real(file)->pMethods->xFileSize(real(file), &size);
    if (code != SQLITE_OK) return code;
    sqlite3_int64 growth = offset + count - size;
    sqlite3_int64 had_room = growth > 0 ? take_room(growth) : growth;
    if (had_room < growth) {
      sqlite3_int64 written = count - (growth - had_room);
      if (written > 0) {
        code = real(file)->pMethods->xWrite(real(file), bytes, (int)written, offset);
        if (code != SQLITE_OK) return code;
      }
      return SQLITE_FULL;
    }
  }
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (is_to_fail(FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  if (is_to_fail(FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
  return real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (is_to_fail(FAULT_FILE_SIZE)) return SQLITE_IOERR_FSTAT;
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int lock) {
  if (is_to_fail(FAULT_LOCK)) return SQLITE_IOERR_LOCK;
  return real(file)->pMethods->xLock(real(file), lock);
}

static int file_unlock(sqlite3_file *file, int lock) {
  int code = real(file)->pMethods->xUnlock(real(file), lock);
  return is_to_fail(FAULT_UNLOCK) ? SQLITE_IOERR_UNLOCK : code;
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
  if (is_to_fail(FAULT_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int file_device_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_shared_map(
    sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
  if (is_to_fail(FAULT_SHARED_MAP)) return SQLITE_IOERR_SHMMAP;
  // The index of the log takes room as well, which is not counted: the system has it in memory.
  if (extends && atomic_load(&room) == 0) {
    atomic_fetch_add(&refusals, 1);
    return SQLITE_IOERR_SHMSIZE;
  }
  return real(file)->pMethods->xShmMap(real(file), region, size, extends, memory);
}

static int file_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) && is_to_fail(FAULT_SHARED_LOCK)) return SQLITE_IOERR_SHMLOCK;
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_shared_barrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int file_shared_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

// Nothing is read by mapping the file: each read is a call, which can fail.
static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **memory) {
  *memory = NULL;
  return SQLITE_OK;
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
  return SQLITE_OK;
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 3,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
    .xShmMap = file_shared_map,
    .xShmLock = file_shared_lock,
    .xShmBarrier = file_shared_barrier,
    .xShmUnmap = file_shared_unmap,
    .xFetch = file_fetch,
    .xUnfetch = file_unfetch,
};

// MARK: - The VFS

static sqlite3_vfs *system_vfs;

static int vfs_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  fault_file *opened = (fault_file *)file;
  opened->base.pMethods = NULL;
  if (is_to_fail(FAULT_OPEN)) return SQLITE_CANTOPEN;
  opened->real = (sqlite3_file *)(opened + 1);
  int code = system_vfs->xOpen(system_vfs, name, opened->real, flags, out_flags);
  if (opened->real->pMethods) opened->base.pMethods = &file_methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
  if (is_to_fail(FAULT_DELETE)) return SQLITE_IOERR_DELETE;
  return system_vfs->xDelete(system_vfs, name, syncs);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  if (is_to_fail(FAULT_ACCESS)) return SQLITE_IOERR_ACCESS;
  return system_vfs->xAccess(system_vfs, name, flags, result);
}

static sqlite3_vfs fault_vfs;

int fault_register(void) {
  system_vfs = sqlite3_vfs_find(NULL);
  if (!system_vfs) return SQLITE_ERROR;
  // All else takes no notice of which VFS it is called on.
  fault_vfs = *system_vfs;
  fault_vfs.zName = "fault";
  fault_vfs.pNext = NULL;
  fault_vfs.szOsFile = (int)sizeof(fault_file) + system_vfs->szOsFile;
  fault_vfs.xOpen = vfs_open;
  fault_vfs.xDelete = vfs_delete;
  fault_vfs.xAccess = vfs_access;
  return sqlite3_vfs_register(&fault_vfs, 0);
}
