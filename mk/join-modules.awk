# Join a JavaScript module and those that it imports into one file, so that a browser
# needs one request for them:
#     awk -f mk/join-modules.awk web/main.mjs
# Each module becomes a function that returns what it exports, in the order in which a
# browser would run them.  An imported file is beside the one that imports it, or in the
# folder that -v also=FOLDER names.  With -v keep=1 the joined file exports what the
# module exports.

BEGIN {
    if (ARGC != 2)
        fail("expected one module")
    join_module(ARGV[1], 1)
    exit
}

function fail(message) {
    print "join-modules: " message >"/dev/stderr"
    exit 1
}

# The name of the constant for a module: that of its file.
function constant(path) {
    sub(/^.*\//, "", path)
    sub(/\.mjs$/, "", path)
    gsub(/[^A-Za-z0-9]/, "_", path)
    return path "_module"
}

# Where the file is, which is imported by 'path'.
function find(name, path,    folder, line) {
    folder = path
    sub(/[^\/]*$/, "", folder)
    if ((getline line <(folder name)) >= 0) {
        close(folder name)
        return folder name
    }
    return also "/" name
}

# Check that the module exports the names of an import, each perhaps with " as ".
function check_names(names, module, path,    list, count, i) {
    gsub(/ as [^,}]*/, "", names)
    gsub(/[{} ]/, "", names)
    count = split(names, list, ",")
    for (i = 1; i <= count; i++)
        if (index(", " exports_of[module] ",", ", " list[i] ",") == 0)
            fail(path ": " list[i] " is not exported by " module)
}

# Join the module that a statement of 'path' imports; returns the statement that takes
# the names from it.
function join_import(statement, path,    names, name) {
    if (statement !~ /^import \{[^}]*\} from '\.\/[^\/']*';$/)
        fail(path ": cannot join: " statement)
    names = name = statement
    sub(/^import /, "", names)
    sub(/ from .*/, "", names)
    sub(/^.* from '\.\//, "", name)
    sub(/';$/, "", name)
    name = find(name, path)
    join_module(name, 0)
    check_names(names, name, path)
    gsub(/ as /, ": ", names)
    return "const " names " = " constant(name) ";\n"
}

# Without "export", for a line that begins with it and declares one name, which is added
# to 'exported'.
function read_export(line, path,    name) {
    sub(/^export /, "", line)
    name = line
    if (!sub(/^(async function|function|class|const) /, "", name))
        fail(path ": cannot join: export " line)
    sub(/[^A-Za-z0-9_$].*/, "", name)
    exported = exported (exported == "" ? "" : ", ") name
    return line
}

function join_module(path, is_last,    line, text, statement, exports, status) {
    if (path in joined)
        return
    joined[path] = 1
    while ((status = (getline line <path)) > 0) {
        if (line ~ /^import /) {
            statement = line
            while (statement !~ /;$/ && (getline line <path) > 0) {
                sub(/^ */, " ", line)
                statement = statement line
            }
            text = text join_import(statement, path)
        } else if (line ~ /^export /) {
            exported = exports
            statement = read_export(line, path)
            text = text (is_last && keep ? line : statement) "\n"
            exports = exported
        } else {
            text = text line "\n"
        }
    }
    if (status < 0)
        fail("cannot read " path)
    close(path)
    exports_of[path] = exports
    if (is_last)
        printf "%s", text
    else
        printf "const %s = (() => {\n%sreturn {%s};\n})();\n\n", constant(path), text, exports
}
