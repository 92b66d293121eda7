//! The functions of the C library that gcc knows without a declaration.
//!
//! A call of one that is not declared has the type of the library's function
//! (gcc's built-in functions), and a program whose headers were not read calls
//! the same. So have gpump's own, which need no declaration.

use super::Types;
use super::ctype::{Kind, Style, Type};

/// Prototypes by the type that they return and take; `T` in a name stands for
/// the variants with `f` and `l`, which are of `float` and `long double`.
const MATHEMATICS: &[(&str, &str)] = &[
    (
        "T (T)",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs \
         floor gamma j0 j1 lgamma log log10 log1p log2 logb nearbyint rint round roundeven \
         significand sin sinh sqrt tan tanh tgamma trunc y0 y1",
    ),
    ("T (T, T)", "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder scalb"),
    ("T (T, T, T)", "fma"),
    ("T (T, int)", "ldexp scalbn"),
    ("T (T, long)", "scalbln"),
    ("T (T, int *)", "frexp"),
    ("T (T, T *)", "modf"),
    ("T (T, long double)", "nexttoward"),
    ("T (const char *)", "nan"),
    ("int (T)", "ilogb"),
    ("long (T)", "lrint lround"),
    ("long long (T)", "llrint llround"),
    (
        "_Complex T (_Complex T)",
        "cacos cacosh casin casinh catan catanh ccos ccosh cexp clog conj cproj csin csinh csqrt \
         ctan ctanh",
    ),
    ("_Complex T (_Complex T, _Complex T)", "cpow"),
    ("T (_Complex T)", "cabs carg cimag creal"),
];

const OTHERS: &[(&str, &str)] = &[
    (
        "int (int)",
        "abs ffs isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct \
         isspace isupper isxdigit putchar toascii tolower toupper",
    ),
    ("long (long)", "labs"),
    ("long long (long long)", "llabs"),
    ("void *(unsigned long)", "alloca malloc gpump_malloc"),
    ("void *(unsigned long, unsigned long)", "aligned_alloc calloc gpump_calloc"),
    ("void *(void *, unsigned long)", "realloc gpump_realloc"),
    ("void (void *)", "free gpump_free"),
    ("void (void)", "abort"),
    ("void (int)", "exit _exit _Exit"),
    ("void *(void *, const void *, unsigned long)", "memcpy memmove mempcpy"),
    ("void *(void *, int, unsigned long)", "memset"),
    ("void *(const void *, int, unsigned long)", "memchr"),
    ("int (const void *, const void *, unsigned long)", "memcmp bcmp"),
    ("unsigned long (const char *)", "strlen"),
    ("unsigned long (const char *, unsigned long)", "strnlen"),
    ("unsigned long (const char *, const char *)", "strcspn strspn"),
    ("int (const char *, const char *)", "strcmp strcasecmp"),
    ("int (const char *, const char *, unsigned long)", "strncmp strncasecmp"),
    ("char *(char *, const char *)", "strcpy strcat stpcpy"),
    ("char *(char *, const char *, unsigned long)", "strncpy strncat stpncpy"),
    ("char *(const char *, int)", "strchr strrchr index rindex"),
    ("char *(const char *, const char *)", "strpbrk strstr"),
    ("char *(const char *)", "strdup"),
    ("char *(const char *, unsigned long)", "strndup"),
    ("int (const char *, ...)", "printf scanf"),
    ("int (char *, const char *, ...)", "sprintf"),
    ("int (const char *, const char *, ...)", "sscanf"),
    ("int (char *, unsigned long, const char *, ...)", "snprintf"),
    ("int (const char *)", "puts"),
];

/// Functions that gcc knows, of types that are not written down here.
const KNOWN: &str = "asprintf bcopy bzero cexpi clog10 dcgettext dgettext execl execle execlp execv execve \
         execvp ffsl ffsll ffsimax finite fork fprintf fputc fputs fscanf fwrite gettext imaxabs \
         isfinite isinf isnan isnormal iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph \
         iswlower iswprint iswpunct iswspace iswupper iswxdigit jn pow10 posix_memalign putc \
         remquo signbit sincos strfmon strftime towlower towupper va_arg vfprintf vfscanf vprintf \
         vscanf vsnprintf vsprintf vsscanf yn";

/// The type of a function of the library, by the name that gcc knows without a
/// declaration.
pub(super) fn function(types: &Types<'_>, name: &str) -> Option<Type> {
    prototype(name).and_then(|prototype| types.type_named(&prototype, 0))
}

/// Whether a type cannot be that of a function of the library, however old the declaration is: it takes another number of arguments,
/// or a pointer, a complex number or a structure where the other takes none.
pub(super) fn is_other_function(known: &Type, declared: &Type) -> bool {
    let (Some(known), Some(declared)) = (known.function(), declared.function()) else { return true };
    let are_of_one_sort = |a: &Type, b: &Type| {
        let is_plain = |ty: &Type| matches!(ty.kind, Kind::Void | Kind::Basic(_) | Kind::Enumeration(_));
        is_plain(a) && is_plain(b) || std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
    };
    let lists = known.parameters.iter().zip(&declared.parameters);
    let mut pairs = lists.filter_map(|(a, b)| Some((a.ty.as_ref()?, b.ty.as_ref()?)));
    let has_list = matches!(declared.style, Style::Prototype | Style::Variadic);
    !are_of_one_sort(&known.returns, &declared.returns)
        || has_list
            && (known.parameters.len() != declared.parameters.len()
                || pairs.any(|(a, b)| !are_of_one_sort(a, b)))
}

/// Whether gcc knows the name, be its type known here or not.
pub(super) fn is_known(name: &str) -> bool {
    let is_known = |name: &str| KNOWN.split(' ').any(|known| known == name) || prototype(name).is_some();
    let without_suffix = || name.strip_suffix(['f', 'l', 'r']).is_some_and(is_known);
    let unlocked = || name.strip_suffix("_unlocked").is_some_and(is_known);
    is_known(name) || without_suffix() || unlocked()
}

fn prototype(name: &str) -> Option<String> {
    let find = |table: &[(&'static str, &str)], name: &str| {
        table
            .iter()
            .find(|(_, names)| names.split(' ').any(|known| known == name))
            .map(|&(prototype, _)| prototype)
    };
    if let Some(prototype) = find(OTHERS, name) {
        return Some(prototype.to_owned());
    }
    let of = |prototype: &str, real: &str| {
        let words: Vec<&str> = prototype.split('T').collect();
        words.join(real)
    };
    if let Some(prototype) = find(MATHEMATICS, name) {
        return Some(of(prototype, "double"));
    }
    let (stem, real) = match name.strip_suffix('f') {
        Some(stem) => (stem, "float"),
        None => (name.strip_suffix('l')?, "long double"),
    };
    find(MATHEMATICS, stem).map(|prototype| of(prototype, real))
}
