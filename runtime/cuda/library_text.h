/*
 * Text and bytes in a region: string.h, strings.h and ctype.h, in the "C" locale.
 */
#ifndef GPUMP_CUDA_LIBRARY_TEXT_H
#define GPUMP_CUDA_LIBRARY_TEXT_H

#include "data.h"

/* What the functions return that return a void pointer: in C it becomes any other without a cast. */
struct gpump_block_address_t {
    void *address;
    template <class T> GPUMP_EITHER operator T *() const { return static_cast<T *>(address); }
    GPUMP_EITHER explicit operator bool() const { return address != nullptr; }
    GPUMP_EITHER bool operator==(decltype(nullptr)) const { return address == nullptr; }
    GPUMP_EITHER bool operator!=(decltype(nullptr)) const { return address != nullptr; }
    template <class T> GPUMP_EITHER bool operator==(T *other) const { return address == other; }
    template <class T> GPUMP_EITHER bool operator!=(T *other) const { return address != other; }
    GPUMP_EITHER bool operator!() const { return !address; }
};

/* ---- string.h ------------------------------------------------------------------------------------------------- */

GPUMP_C size_t gpump_strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

GPUMP_C size_t gpump_strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

GPUMP_C gpump_block_address_t gpump_memcpy(void *to, const void *from, size_t size)
{
    gpump_copy_bytes(to, from, size);
    return {to};
}

GPUMP_C gpump_block_address_t gpump_memmove(void *to, const void *from, size_t size)
{
    unsigned char *t = static_cast<unsigned char *>(to);
    const unsigned char *f = static_cast<const unsigned char *>(from);
    if ((uintptr_t)t < (uintptr_t)f)
        for (size_t i = 0; i < size; i++)
            t[i] = f[i];
    else
        while (size--)
            t[size] = f[size];
    return {to};
}

GPUMP_C gpump_block_address_t gpump_memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        static_cast<unsigned char *>(to)[i] = (unsigned char)value;
    return {to};
}

GPUMP_C int gpump_memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = static_cast<const unsigned char *>(a), *y = static_cast<const unsigned char *>(b);
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

GPUMP_C gpump_block_address_t gpump_memchr(const void *s, int c, size_t size)
{
    const unsigned char *x = static_cast<const unsigned char *>(s);
    for (size_t i = 0; i < size; i++)
        if (x[i] == (unsigned char)c)
            return {const_cast<unsigned char *>(x + i)};
    return {nullptr};
}

GPUMP_C char *gpump_strcpy(char *to, const char *from)
{
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

GPUMP_C char *gpump_strncpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = 0;
    return to;
}

GPUMP_C char *gpump_strcat(char *to, const char *from)
{
    gpump_strcpy(to + gpump_strlen(to), from);
    return to;
}

GPUMP_C char *gpump_strncat(char *to, const char *from, size_t most)
{
    char *end = to + gpump_strlen(to);
    size_t i = 0;
    for (; i < most && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

GPUMP_C int gpump_strncmp(const char *a, const char *b, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            break;
    }
    return 0;
}

GPUMP_C int gpump_strcmp(const char *a, const char *b)
{
    return gpump_strncmp(a, b, (size_t)-1);
}

GPUMP_C char *gpump_strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return const_cast<char *>(s);
        if (!*s)
            return nullptr;
    }
}

GPUMP_C char *gpump_strrchr(const char *s, int c)
{
    const char *found = nullptr;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return const_cast<char *>(found);
    }
}

GPUMP_C size_t gpump_strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && gpump_strchr(set, s[n]))
        n++;
    return n;
}

GPUMP_C size_t gpump_strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && !gpump_strchr(set, s[n]))
        n++;
    return n;
}

GPUMP_C char *gpump_strpbrk(const char *s, const char *set)
{
    s += gpump_strcspn(s, set);
    return *s ? const_cast<char *>(s) : nullptr;
}

GPUMP_C char *gpump_strstr(const char *s, const char *wanted)
{
    size_t size = gpump_strlen(wanted);
    for (;; s++) {
        if (gpump_strncmp(s, wanted, size) == 0)
            return const_cast<char *>(s);
        if (!*s)
            return nullptr;
    }
}


GPUMP_C char *gpump_stpcpy(char *to, const char *from)
{
    return gpump_strcpy(to, from) + gpump_strlen(from);
}

GPUMP_C gpump_block_address_t gpump_mempcpy(void *to, const void *from, size_t size)
{
    return {static_cast<unsigned char *>(gpump_memcpy(to, from, size).address) + size};
}

GPUMP_C void gpump_bzero(void *to, size_t size) { gpump_memset(to, 0, size); }
GPUMP_C void gpump_bcopy(const void *from, void *to, size_t size) { gpump_memmove(to, from, size); }
GPUMP_C int gpump_bcmp(const void *a, const void *b, size_t size) { return gpump_memcmp(a, b, size); }
GPUMP_C char *gpump_index(const char *s, int c) { return gpump_strchr(s, c); }
GPUMP_C char *gpump_rindex(const char *s, int c) { return gpump_strrchr(s, c); }
GPUMP_C int gpump_strcoll(const char *a, const char *b) { return gpump_strcmp(a, b); }

GPUMP_C char *gpump_strtok_r(char *text, const char *set, char **rest)
{
    if (!text)
        text = *rest;
    text += gpump_strspn(text, set);
    char *end = text + gpump_strcspn(text, set);
    *rest = *end ? end + 1 : end;
    if (end == text)
        return nullptr;
    *end = 0;
    return text;
}

/* As in C one for the whole program, though not the host's. */
GPUMP_COMMON char *gpump_strtok_rest;

GPUMP_C char *gpump_strtok(char *text, const char *set)
{
    return gpump_strtok_r(text, set, &gpump_strtok_rest);
}

/* ---- ctype.h --------------------------------------------------------------------------------------------------- */

GPUMP_C int gpump_isdigit(int c) { return c >= '0' && c <= '9'; }
GPUMP_C int gpump_isupper(int c) { return c >= 'A' && c <= 'Z'; }
GPUMP_C int gpump_islower(int c) { return c >= 'a' && c <= 'z'; }
GPUMP_C int gpump_isalpha(int c) { return gpump_isupper(c) || gpump_islower(c); }
GPUMP_C int gpump_isalnum(int c) { return gpump_isalpha(c) || gpump_isdigit(c); }
GPUMP_C int gpump_isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
GPUMP_C int gpump_isblank(int c) { return c == ' ' || c == '\t'; }
GPUMP_C int gpump_isprint(int c) { return c >= 32 && c < 127; }
GPUMP_C int gpump_isgraph(int c) { return c > 32 && c < 127; }
GPUMP_C int gpump_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
GPUMP_C int gpump_ispunct(int c) { return gpump_isgraph(c) && !gpump_isalnum(c); }
GPUMP_C int gpump_isxdigit(int c) { return gpump_isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
GPUMP_C int gpump_tolower(int c) { return gpump_isupper(c) ? c + 32 : c; }
GPUMP_C int gpump_toupper(int c) { return gpump_islower(c) ? c - 32 : c; }


GPUMP_C int gpump_isascii(int c) { return c >= 0 && c < 128; }
GPUMP_C int gpump_toascii(int c) { return c & 127; }

/* ---- strings.h ------------------------------------------------------------------------------------------------- */

GPUMP_C int gpump_strncasecmp(const char *a, const char *b, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        int x = gpump_tolower((unsigned char)a[i]), y = gpump_tolower((unsigned char)b[i]);
        if (x != y || !x)
            return x - y;
    }
    return 0;
}

GPUMP_C int gpump_strcasecmp(const char *a, const char *b)
{
    return gpump_strncasecmp(a, b, (size_t)-1);
}

#endif
