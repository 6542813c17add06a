# Writes tables for measurements. To be sourced.

# write_tables COUNT COLUMNS FOLDER: ten in a file; each has a key, and columns of the types that tables have
# most.
write_tables() {
  local types=("String" "Int?" "Double" "Date?" "Bool" "Data?" "String?" "Int" "UUID?")
  local table column file
  for ((table = 0; table < $1; table++)); do
    file="$3/Tables$((table / 10)).swift"
    [ -f "$file" ] || printf 'import Foundation\nimport ORM\n' >"$file"
    {
      printf '\n@Table struct Table%d {\n  let id: Int\n' "$table"
      for ((column = 1; column < $2; column++)); do
        printf '  var column%d: %s\n' "$column" "${types[(column - 1) % ${#types[@]}]}"
      done
      printf '}\n'
    } >>"$file"
  done
}
