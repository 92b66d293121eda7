//! How a translation becomes an object among objects of C.
//!
//! A translation is compiled as C++. The objects that a C compiler makes of a
//! project's other files know functions and variables by their plain names, so
//! the whole of the file is given C linkage. The runtime, which the file
//! includes at its top and which is C++, is included beforehand; the second
//! time it is empty.
//!
//! Names that CUDA has for itself get others, and the linker is told which mean the
//! same ([`same_names`]).
//!
//! Each file's regions are numbered from 0, and their kernels are global names:
//! here each gets one of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;

use sha2::{Digest, Sha256};

use super::hex;

/// Text around a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub before: String,
    pub after: String,
}

/// What the frame of a translation is made from.
#[derive(Clone, Copy, Debug)]
pub struct Framing<'a> {
    pub stem: &'a OsStr,
    /// All that tells this object from others of the program.
    pub identity: &'a [OsString],
    pub kernels: &'a [String],
    /// Names of the project's that CUDA has too.
    pub cuda_names: &'a BTreeSet<String>,
    /// The headers of `-include`.
    pub headers: &'a [String],
}

impl Framing<'_> {
    pub fn frame(&self) -> Frame {
        let mut before = String::from(gpump::RUNTIME_HEADERS);
        let suffix = suffix(self.stem, self.identity);
        for kernel in self.kernels {
            let _ = writeln!(before, "#define {kernel} {kernel}_{suffix}");
        }
        for name in self.cuda_names {
            let own = gpump::own_name(name).unwrap_or_default();
            let _ = writeln!(before, "#define {name} {own}");
        }
        before.push_str("extern \"C\" {\n");
        for header in self.headers {
            let _ = writeln!(before, "#include \"{header}\"");
        }
        Frame { before, after: "\n}\n".to_owned() }
    }
}

/// What the linker is told so that objects of C, which say `norm`, and
/// translations, which say `gpump_c_norm`, mean the same. Of each name that
/// begins like the second: whether an object defines it.
pub fn same_names(own_names: &BTreeMap<String, bool>) -> Vec<String> {
    let plain = |own: &str| own.strip_prefix(gpump::OWN_NAME).unwrap_or(own).to_owned();
    let say = |(own, is_defined): (&String, &bool)| {
        let (name, meaning) = if *is_defined { (plain(own), own.clone()) } else { (own.clone(), plain(own)) };
        // Whatever of a library defines it is taken in.
        format!("-Wl,-u,{meaning},--defsym={name}={meaning}")
    };
    own_names.iter().map(say).collect()
}

/// What makes names of this object different from those of others, and still
/// tells a reader where they come from.
pub fn suffix(stem: &OsStr, identity: &[OsString]) -> String {
    let mut hash = Sha256::new();
    for part in identity {
        hash.update(part.as_bytes().len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    let readable = |byte: &u8| if byte.is_ascii_alphanumeric() { char::from(*byte) } else { '_' };
    let stem: String = stem.as_bytes().iter().map(readable).collect();
    format!("{stem}_{}", &hex(hash)[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(identity: &str, kernels: &[String], cuda_names: &[&str], headers: &[String]) -> String {
        let identity = [OsString::from(identity)];
        let cuda_names = &cuda_names.iter().map(ToString::to_string).collect();
        Framing { stem: OsStr::new("a-b"), identity: &identity, kernels, cuda_names, headers }.frame().before
    }

    #[test]
    fn each_object_has_names_of_its_own() {
        let of = |identity| frame(identity, &["gpump_parallel0".to_owned()], &[], &[]);
        assert!(of("one").contains("#define gpump_parallel0 gpump_parallel0_a_b_"));
        assert_ne!(of("one"), of("two"));
        assert_eq!(of("one"), of("one"));
    }

    #[test]
    fn headers_of_the_command_line_are_c_too() {
        let found = frame("", &[], &["norm"], &["config.h".to_owned()]);
        assert!(found.ends_with("#define norm gpump_c_norm\nextern \"C\" {\n#include \"config.h\"\n"));
    }

    #[test]
    fn the_linker_knows_which_names_mean_the_same() {
        let names = [("gpump_c_norm".to_owned(), true), ("gpump_c_max".to_owned(), false)].into();
        let expected =
            ["-Wl,-u,max,--defsym=gpump_c_max=max", "-Wl,-u,gpump_c_norm,--defsym=norm=gpump_c_norm"];
        assert_eq!(same_names(&names), expected);
    }
}
