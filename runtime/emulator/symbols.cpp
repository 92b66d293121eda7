/*
 * From an address to what a person calls it. Everything here runs once, when a fault is told, and may be
 * slow; and everything here may fail, in which case the message says less.
 *
 * Source lines come from addr2line, which every g++ installation has beside it. The names of global
 * variables come from the program's own symbol table, since dladdr does not see static ones.
 */
#include "internal.h"

#include <cxxabi.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <unistd.h>

namespace gpump_emulator {

/* What the dynamic linker knows of the loaded file that holds an address. */
struct Image {
    uintptr_t address;
    size_t size;
    bool found, writable;
    uintptr_t base;
    std::string path;
};

static int visit_image(dl_phdr_info *info, size_t, void *data)
{
    Image *image = static_cast<Image *>(data);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment.p_vaddr;
        if (image->address < start || image->address + image->size > start + segment.p_memsz)
            continue;
        if (segment.p_type == PT_LOAD) {
            image->found = true;
            image->writable = segment.p_flags & PF_W;
            image->base = info->dlpi_addr;
            image->path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
        }
    }
    return image->found;
}

static Image find_image(uintptr_t address, size_t size)
{
    Image image = {address, size, false, false, 0, ""};
    dl_iterate_phdr(visit_image, &image);
    return image;
}

/* Asked at every access to a constant, so the answer is prepared: the stretches of all loaded files that
   nobody can write. */
bool is_readable_image(uintptr_t address, size_t size)
{
    struct Stretch {
        uintptr_t start, end;
    };
    static const std::vector<Stretch> stretches = [] {
        std::vector<Stretch> all;
        dl_iterate_phdr(
            [](dl_phdr_info *info, size_t, void *data) {
                for (int i = 0; i < info->dlpi_phnum; i++) {
                    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
                    uintptr_t start = info->dlpi_addr + segment.p_vaddr;
                    /* RELRO: tables of constant pointers, written once by the linker. */
                    if ((segment.p_type == PT_LOAD && !(segment.p_flags & PF_W)) || segment.p_type == PT_GNU_RELRO)
                        static_cast<std::vector<Stretch> *>(data)->push_back({start, start + segment.p_memsz});
                }
                return 0;
            },
            &all);
        return all;
    }();
    for (const Stretch &stretch : stretches)
        if (address >= stretch.start && address + size <= stretch.end)
            return true;
    return false;
}

bool is_writable_image(uintptr_t address)
{
    Image image = find_image(address, 1);
    return image.found && image.writable;
}

static std::string demangled(const char *name)
{
    int status;
    char *plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string result = plain && status == 0 ? plain : name;
    free(plain);
    return result;
}

static std::vector<char> contents(const std::string &path)
{
    std::vector<char> bytes;
    if (FILE *file = fopen(path.c_str(), "rb")) {
        char buffer[4096]; /* a fault is told on a small stack */
        while (size_t n = fread(buffer, 1, sizeof buffer, file))
            bytes.insert(bytes.end(), buffer, buffer + n);
        fclose(file);
    }
    return bytes;
}

/* The symbol of this type (STT_OBJECT, STT_FUNC) that the address lies in. */
static std::string symbol_name(uintptr_t address, int type)
{
    Image image = find_image(address, 1);
    if (!image.found)
        return "";
    std::vector<char> file = contents(image.path);
    if (file.size() < sizeof(ElfW(Ehdr)) || memcmp(file.data(), ELFMAG, SELFMAG) != 0)
        return "";
    const ElfW(Ehdr) *header = reinterpret_cast<const ElfW(Ehdr) *>(file.data());
    if (header->e_shoff + header->e_shnum * sizeof(ElfW(Shdr)) > file.size())
        return "";
    const ElfW(Shdr) *sections = reinterpret_cast<const ElfW(Shdr) *>(file.data() + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB && sections[i].sh_type != SHT_DYNSYM)
            continue;
        const ElfW(Sym) *symbols = reinterpret_cast<const ElfW(Sym) *>(file.data() + sections[i].sh_offset);
        const char *names = file.data() + sections[sections[i].sh_link].sh_offset;
        for (size_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++) {
            uintptr_t start = image.base + symbols[k].st_value;
            if (ELF64_ST_TYPE(symbols[k].st_info) == type && address >= start &&
                address < start + symbols[k].st_size)
                return demangled(names + symbols[k].st_name);
        }
    }
    return "";
}

std::string variable_name(uintptr_t address)
{
    return symbol_name(address, STT_OBJECT);
}

/* A function's name as the author has it. In the cuda dialect his are in a namespace, and some are made from templates. */
static std::string plain_name(std::string name)
{
    if (one_memory && name.find("void program::") == 0)
        name.erase(0, 5);
    if (one_memory && name.find("program::") == 0)
        name = name.substr(9, name.find('<') == std::string::npos ? std::string::npos : name.find('<') - 9);
    return name.substr(0, name.find('('));
}

std::string function_name(const void *code)
{
    return plain_name(symbol_name(reinterpret_cast<uintptr_t>(code), STT_FUNC));
}

std::string mapping_name(uintptr_t address)
{
    std::string name;
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps)
        return name;
    char line[PATH_MAX + 128];
    while (fgets(line, sizeof line, maps)) {
        uintptr_t start, end;
        int path = 0;
        if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &start, &end, &path) < 2 || address < start || address >= end)
            continue;
        name = path ? line + path : "";
        name.erase(name.find_last_not_of(" \n") + 1);
        if (name.empty())
            name = "[anonymous]";
    }
    fclose(maps);
    return name;
}

/* The folder with the runtime's headers: this file's is one of its folders. */
static std::string runtime_folder()
{
    std::string file = __FILE__;
    for (int i = 0; i < 2; i++)
        file.erase(file.find_last_of('/') == std::string::npos ? 0 : file.find_last_of('/'));
    return file.empty() ? "?" : file + "/"; /* by a relative path nobody can tell */
}

static bool is_authors(const std::string &place)
{
    return !place.empty() && place.find(runtime_folder()) != 0 && place.find("/usr/") != 0 &&
           place.find("gpump_emulator") == std::string::npos;
}

std::string source_line(const void *const *codes, size_t count)
{
    std::string first;
    for (size_t i = 0; i < count; i++) {
        std::string place = source_line(codes[i]);
        if (is_authors(place))
            return place;
        first = first.empty() ? place : first;
    }
    return first;
}

std::string source_line(const void *code)
{
    if (!code)
        return "";
    uintptr_t address = reinterpret_cast<uintptr_t>(code);
    Image image = find_image(address, 1);
    if (!image.found)
        return "";
    char path[PATH_MAX] = "";
    if (image.path == "/proc/self/exe") {
        ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
    } else {
        snprintf(path, sizeof path, "%s", image.path.c_str());
    }
    if (strchr(path, '\''))
        return "";
    /* Where functions were inlined into one another, -i prints them all, the innermost first; the last
       whose file is no header of the emulator's is where the program's author looks. */
    std::string command = text("addr2line -f -C -i -e '%s' 0x%lx 2>/dev/null", path,
                               (unsigned long)(address - image.base));
    std::string found, any;
    if (FILE *pipe = popen(command.c_str(), "r")) {
        char function[1024], place[PATH_MAX + 64];
        while (fgets(function, sizeof function, pipe) && fgets(place, sizeof place, pipe)) {
            function[strcspn(function, "\n")] = 0;
            place[strcspn(place, " \n")] = 0;
            if (place[0] == '?')
                continue;
            std::string line = std::string(place) + " in " + (one_memory ? plain_name(function) : function);
            any = any.empty() ? line : any;
            if (found.empty() && is_authors(place))
                found = line;
        }
        pclose(pipe);
    }
    found = found.empty() ? any : found;
    if (found.empty())
        found = text("%s+0x%lx (build with -g to see the source line)", path, (unsigned long)(address - image.base));
    return found;
}

} // namespace gpump_emulator
