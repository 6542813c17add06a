#include "PowerVFS.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A sector is on the disk as a whole, or not at all.
#define SECTOR 512

// MARK: - What the disk has

// A change that was not synced.
typedef struct change {
  struct change *next;
  // The bytes that were written; NULL where the size was changed.
  unsigned char *bytes;
  sqlite3_int64 offset, count;
} change;

typedef struct disk_file {
  struct disk_file *next;
  char *name;
  unsigned char *bytes;
  sqlite3_int64 size, capacity;
  // Whether the name is the file's in the folder on the disk, and whether it is now.
  int is_on_disk, is_there;
  // Whether it was deleted, and another file of its name made since, which stands before it.
  int is_replaced;
  change *first, *last;
} disk_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static disk_file *files;
static int64_t calls, limit = -1;
static int has_failed;

static void resize(disk_file *file, sqlite3_int64 size) {
  if (size > file->capacity) {
    sqlite3_int64 capacity = size * 2;
    file->bytes = realloc(file->bytes, (size_t)capacity);
    if (!file->bytes) abort();
    memset(file->bytes + file->capacity, 0, (size_t)(capacity - file->capacity));
    file->capacity = capacity;
  }
  // What is cut off is not there again when the file grows.
  if (size < file->size) memset(file->bytes + size, 0, (size_t)(file->size - size));
  file->size = size;
}

static void apply(disk_file *file, const unsigned char *bytes, sqlite3_int64 offset, sqlite3_int64 count) {
  if (offset + count > file->size) resize(file, offset + count);
  memcpy(file->bytes + offset, bytes, (size_t)count);
}

static void forget_changes(disk_file *file) {
  while (file->first) {
    change *next = file->first->next;
    free(file->first->bytes);
    free(file->first);
    file->first = next;
  }
  file->last = NULL;
}

// The folder of a file has been synced: no file that was replaced has its name any more.
static void sync_name(disk_file *file) {
  file->is_on_disk = file->is_there;
  for (disk_file *other = files; other; other = other->next) {
    if (other->is_replaced && strcmp(other->name, file->name) == 0) other->is_on_disk = 0;
  }
}

static void sync_file(disk_file *file) {
  for (change *change = file->first; change; change = change->next) {
    if (change->bytes) {
      apply(file, change->bytes, change->offset, change->count);
    } else {
      resize(file, change->offset);
    }
  }
  forget_changes(file);
  // SQLite syncs the folder of a file that it has made with the file.
  if (!file->is_replaced) sync_name(file);
}

static void add_change(disk_file *file, const void *bytes, sqlite3_int64 offset, sqlite3_int64 count) {
  change *added = calloc(1, sizeof *added);
  if (!added) abort();
  if (bytes) {
    added->bytes = malloc((size_t)count + 1);
    if (!added->bytes) abort();
    memcpy(added->bytes, bytes, (size_t)count);
  }
  added->offset = offset;
  added->count = count;
  if (file->last) {
    file->last->next = added;
  } else {
    file->first = added;
  }
  file->last = added;
}

static disk_file *find(const char *name) {
  for (disk_file *file = files; file; file = file->next) {
    if (!file->is_replaced && strcmp(file->name, name) == 0) return file;
  }
  return NULL;
}

// Counts a call that changes a file.
//
// Returns: whether the power is still on.
static int is_on(void) {
  calls += 1;
  if (limit >= 0 && calls > limit) has_failed = 1;
  return !has_failed;
}

void power_forget(void) {
  while (files) {
    disk_file *next = files->next;
    forget_changes(files);
    free(files->bytes);
    free(files->name);
    free(files);
    files = next;
  }
  limit = -1;
  has_failed = 0;
}

void power_arm(int64_t count) {
  pthread_mutex_lock(&lock);
  for (disk_file *file = files; file; file = file->next) sync_file(file);
  calls = 0;
  limit = count;
  has_failed = 0;
  pthread_mutex_unlock(&lock);
}

int64_t power_calls(void) { return calls; }
int power_has_failed(void) { return has_failed; }

// SplitMix64.
static uint64_t next_random(uint64_t *state) {
  uint64_t value = *state += 0x9E3779B97F4A7C15;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

// The file that has the name on the disk, of those that it had one after the other.
static disk_file *found_after_failure(disk_file *file, int survives, uint64_t *seed) {
  // What has become of the name since the folder was synced has reached the disk, or has not.
  int is_new = survives == 1 || (survives < 0 && next_random(seed) % 2);
  if (is_new || file->is_there == file->is_on_disk) {
    if (file->is_there) return file;
    if (is_new) return NULL;
  }
  if (file->is_on_disk) return file;
  for (disk_file *other = file->next; other; other = other->next) {
    if (other->is_replaced && other->is_on_disk && strcmp(other->name, file->name) == 0) return other;
  }
  return NULL;
}

void power_restore(uint64_t seed) {
  // Of some failures nothing survives that was not synced, of others all, or any part.
  uint64_t share = next_random(&seed) % 5;
  int survives = share == 0 ? 0 : share == 4 ? 1 : -1;
  for (disk_file *file = files; file; file = file->next) {
    for (change *change = file->first; change; change = change->next) {
      if (!change->bytes) {
        if (survives == 1 || (survives < 0 && next_random(&seed) % 4 < share)) resize(file, change->offset);
        continue;
      }
      sqlite3_int64 position = 0;
      while (position < change->count) {
        sqlite3_int64 end = (change->offset + position) / SECTOR * SECTOR + SECTOR - change->offset;
        if (end > change->count) end = change->count;
        if (survives == 1 || (survives < 0 && next_random(&seed) % 4 < share)) {
          apply(file, change->bytes + position, change->offset + position, end - position);
        }
        position = end;
      }
    }
    forget_changes(file);
  }
  for (disk_file *file = files; file; file = file->next) {
    if (file->is_replaced) continue;
    remove(file->name);
    disk_file *found = found_after_failure(file, survives, &seed);
    if (found) {
      FILE *written = fopen(file->name, "wb");
      if (!written) abort();
      fwrite(found->bytes, 1, (size_t)found->size, written);
      fclose(written);
    }
    char shared[1024];
    snprintf(shared, sizeof shared, "%s-shm", file->name);
    remove(shared);
  }
  power_forget();
}

// MARK: - Files

typedef struct {
  sqlite3_file base;
  // NULL where the file has no name, and is gone with the process.
  disk_file *disk;
  // Stands behind this struct, in the memory that SQLite gave.
  sqlite3_file *real;
} power_file;

static sqlite3_file *real(sqlite3_file *file) { return ((power_file *)file)->real; }
static disk_file *disk(sqlite3_file *file) { return ((power_file *)file)->disk; }

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (disk(file)) {
    pthread_mutex_lock(&lock);
    int goes_on = is_on();
    if (goes_on) add_change(disk(file), bytes, offset, count);
    pthread_mutex_unlock(&lock);
    if (!goes_on) return SQLITE_IOERR_WRITE;
  }
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (disk(file)) {
    pthread_mutex_lock(&lock);
    int goes_on = is_on();
    if (goes_on) add_change(disk(file), NULL, size, 0);
    pthread_mutex_unlock(&lock);
    if (!goes_on) return SQLITE_IOERR_TRUNCATE;
  }
  return real(file)->pMethods->xTruncate(real(file), size);
}

// Nothing is synced but in this VFS's own mind.
static int file_sync(sqlite3_file *file, int flags) {
  if (!disk(file)) return SQLITE_OK;
  pthread_mutex_lock(&lock);
  int goes_on = is_on();
  if (goes_on) sync_file(disk(file));
  pthread_mutex_unlock(&lock);
  return goes_on ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int kind) {
  return real(file)->pMethods->xLock(real(file), kind);
}

static int file_unlock(sqlite3_file *file, int kind) {
  return real(file)->pMethods->xUnlock(real(file), kind);
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

// Hints of sizes to come would change a file beside what is counted here.
static int file_control(sqlite3_file *file, int operation, void *argument) {
  if (operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return SECTOR; }

// What is written touches no byte beside it, as SQLite takes for granted; no write is whole by itself.
static int file_device_characteristics(sqlite3_file *file) {
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int file_shared_map(
    sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), region, size, extends, memory);
}

static int file_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_shared_barrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int file_shared_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods power_methods = {
    .iVersion = 2,
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
};

// MARK: - The VFS

static sqlite3_vfs *system_vfs;

// The file of this name, which is on the disk where it was there before it was first seen.
static disk_file *known(const char *name) {
  disk_file *file = find(name);
  if (file) return file;
  int was_seen = 0;
  for (disk_file *other = files; other; other = other->next) {
    if (strcmp(other->name, name) == 0) was_seen = 1;
  }
  file = calloc(1, sizeof *file);
  if (!file || !(file->name = strdup(name))) abort();
  FILE *found = was_seen ? NULL : fopen(name, "rb");
  if (found) {
    unsigned char buffer[4096];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, found)) > 0) {
      apply(file, buffer, file->size, (sqlite3_int64)count);
    }
    fclose(found);
    file->is_on_disk = file->is_there = 1;
  }
  file->next = files;
  files = file;
  return file;
}

static int vfs_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  power_file *opened = (power_file *)file;
  opened->base.pMethods = NULL;
  opened->disk = NULL;
  if (name) {
    pthread_mutex_lock(&lock);
    opened->disk = known(name);
    int makes = !opened->disk->is_there && (flags & SQLITE_OPEN_CREATE);
    int goes_on = !makes || is_on();
    if (makes && goes_on) {
      // A file that was deleted and is made anew is another one.
      if (opened->disk->is_on_disk) {
        opened->disk->is_replaced = 1;
        opened->disk = known(name);
      } else {
        forget_changes(opened->disk);
        resize(opened->disk, 0);
      }
      opened->disk->is_there = 1;
    }
    pthread_mutex_unlock(&lock);
    if (!goes_on) return SQLITE_CANTOPEN;
  }
  opened->real = (sqlite3_file *)(opened + 1);
  int code = system_vfs->xOpen(system_vfs, name, opened->real, flags, out_flags);
  if (opened->real->pMethods) opened->base.pMethods = &power_methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
  pthread_mutex_lock(&lock);
  disk_file *file = known(name);
  int goes_on = is_on();
  if (goes_on) {
    file->is_there = 0;
    // Where nothing of it is on the disk, a file of the name that is made later begins with nothing, too.
    if (!file->is_on_disk) {
      forget_changes(file);
      resize(file, 0);
    }
    if (syncs) {
      sync_name(file);
      forget_changes(file);
      resize(file, 0);
    }
  }
  pthread_mutex_unlock(&lock);
  return goes_on ? system_vfs->xDelete(system_vfs, name, syncs) : SQLITE_IOERR_DELETE;
}

static sqlite3_vfs power_vfs;

int power_register(void) {
  system_vfs = sqlite3_vfs_find(NULL);
  if (!system_vfs) return SQLITE_ERROR;
  power_vfs = *system_vfs;
  power_vfs.zName = "power";
  power_vfs.pNext = NULL;
  power_vfs.szOsFile = (int)sizeof(power_file) + system_vfs->szOsFile;
  power_vfs.xOpen = vfs_open;
  power_vfs.xDelete = vfs_delete;
  return sqlite3_vfs_register(&power_vfs, 0);
}
