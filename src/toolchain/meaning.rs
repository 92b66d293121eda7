//! Flags of a C compiler that change what a program's text means: how data is laid out, what constants and characters
//! are, how arithmetic goes. CUDA's compiler has next to none of them. What would make host and device disagree about
//! memory is refused, what they may differ in is said, and contraction is told to both.

use std::ffi::OsString;

/// A flag's meaning, which other flags take back; the last one counts. A spelling that ends with `=` stands for all
/// values.
struct Meaning {
    on: &'static [&'static str],
    off: &'static [&'static str],
    why: &'static str,
}

/// What a file with regions cannot be compiled with.
const REFUSED: &[Meaning] = &[
    Meaning { on: &["-m32", "-mx32", "-m16"], off: &["-m64"], why: "pointers have 64 bits on the device" },
    Meaning {
        on: &["-mabi=ms"],
        off: &["-mabi=sysv"],
        why: "the runtime and the device have the System V ABI",
    },
    Meaning {
        on: &["-mlong-double-64", "-mlong-double-128"],
        off: &["-mlong-double-80"],
        why: "structures with a `long double` have another layout with it than in the libraries",
    },
    Meaning {
        on: &["-mms-bitfields"],
        off: &["-mno-ms-bitfields"],
        why: "the device's compiler does not lay bit-fields out so",
    },
    Meaning {
        on: &["-fpack-struct", "-fpack-struct="],
        off: &["-fno-pack-struct"],
        why: "it packs the structures of the system's headers, too; `#pragma pack` in the source packs the program's on \
              both sides",
    },
    Meaning {
        on: &["-fshort-enums"],
        off: &["-fno-short-enums"],
        why: "enumerations have the size of `int` on the device; `__attribute__((packed))` makes one short on both sides",
    },
    Meaning {
        on: &["-fshort-wchar"],
        off: &["-fno-short-wchar"],
        why: "`wchar_t` has four bytes on the device",
    },
    Meaning {
        on: &["-funsigned-char", "-fno-signed-char"],
        off: &["-fsigned-char", "-fno-unsigned-char"],
        why: "`char` is signed on the device; `unsigned char` in the source is not",
    },
    Meaning {
        on: &["-funsigned-bitfields", "-fno-signed-bitfields"],
        off: &["-fsigned-bitfields", "-fno-unsigned-bitfields"],
        why: "a bit-field of type `int` is signed on the device; `unsigned` in the source is not",
    },
    Meaning {
        on: &["-fsso-struct=big-endian"],
        off: &["-fsso-struct="],
        why: "the device's compiler has one order of bytes",
    },
    Meaning {
        on: &["-fsingle-precision-constant"],
        off: &["-fno-single-precision-constant"],
        why: "constants without a suffix are of type `double` on the device",
    },
    Meaning {
        on: &["-fexec-charset=", "-fwide-exec-charset=", "-finput-charset="],
        off: &[
            "-fexec-charset=UTF-8",
            "-fexec-charset=utf-8",
            "-finput-charset=UTF-8",
            "-finput-charset=utf-8",
        ],
        why: "the device's compiler knows UTF-8 alone",
    },
];

/// What has no effect in code that nvcc makes for a device.
const NOT_HEEDED: &[Meaning] = &[
    Meaning {
        on: &["-fwrapv", "-fno-strict-overflow"],
        off: &["-fno-wrapv", "-fstrict-overflow", "-ftrapv"],
        why: "nvcc takes the overflow of signed integers for undefined; unsigned ones wrap around",
    },
    Meaning {
        on: &["-ftrapv"],
        off: &["-fno-trapv", "-fwrapv"],
        why: "the overflow of a signed integer goes unnoticed there",
    },
    Meaning {
        on: &["-frounding-math"],
        off: &["-fno-rounding-math"],
        why: "it rounds to the nearest, whatever `fesetround` says",
    },
    Meaning {
        on: &["-fsignaling-nans"],
        off: &["-fno-signaling-nans"],
        why: "floating-point operations have no traps there",
    },
    Meaning {
        on: &["-mfpmath=387", "-mfpmath=both", "-mfpmath=sse+387", "-mfpmath=387+sse"],
        off: &["-mfpmath=sse"],
        why: "each operation rounds to its type there",
    },
    Meaning {
        on: &["-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern"],
        off: &["-ftrivial-auto-var-init=uninitialized"],
        why: "a variable without an initialiser has any value there",
    },
];

/// What keeps types from telling memory apart.
const UNTYPED_MEMORY: Meaning = Meaning {
    on: &["-fno-strict-aliasing"],
    off: &["-fstrict-aliasing"],
    why: "objects are accessed by any type",
};

impl Meaning {
    /// The flag that says so, if none behind it says otherwise.
    fn given<'w>(&self, words: &'w [OsString]) -> Option<&'w str> {
        // An exact spelling says more than one for all values.
        let how_well = |word: &str, spellings: &[&str]| {
            let fits = |spelling: &&&str| {
                word == **spelling || spelling.ends_with('=') && word.starts_with(**spelling)
            };
            spellings.iter().filter(fits).map(|spelling| spelling.len()).max()
        };
        let mut found = None;
        for word in words.iter().filter_map(|word| word.to_str()) {
            match (how_well(word, self.on), how_well(word, self.off)) {
                (Some(on), off) if Some(on) > off => found = Some(word),
                (_, Some(_)) => found = None,
                _ => {}
            }
        }
        found
    }
}

/// Why a file with regions cannot be compiled with some flags.
pub fn refusal(words: &[OsString]) -> Option<String> {
    let mut found = REFUSED.iter().filter_map(|meaning| Some((meaning.given(words)?, meaning.why)));
    found.next().map(|(flag, why)| format!("{flag} is not for files with regions: {why}"))
}

/// Whether objects may be accessed by any type.
pub fn has_untyped_memory(words: &[OsString]) -> bool {
    UNTYPED_MEMORY.given(words).is_some()
}

/// What of some flags has no effect on a device.
pub fn not_heeded(words: &[OsString]) -> Vec<String> {
    let found = NOT_HEEDED.iter().filter_map(|meaning| Some((meaning.given(words)?, meaning.why)));
    found.map(|(flag, why)| format!("{flag} is not heeded on the device: {why}")).collect()
}

/// The flag that keeps a product and a sum apart, where a C compiler with some flags keeps them so: gcc does under a
/// standard of ISO's, unless something allows it more. What contracts within an expression alone (`on`) is kept apart
/// as a whole, since nvcc knows no such limit.
pub fn contraction(words: &[OsString]) -> Option<&'static str> {
    let words = || words.iter().filter_map(|word| word.to_str());
    let explicit = words().rev().find_map(|word| word.strip_prefix("-ffp-contract="));
    let is_iso = words()
        .rev()
        .find_map(|word| if word == "-ansi" { Some("c90") } else { word.strip_prefix("-std=") })
        .is_some_and(|standard| !standard.starts_with("gnu"));
    let is_free =
        words().any(|word| matches!(word, "-ffast-math" | "-Ofast" | "-funsafe-math-optimizations"));
    let keeps = match explicit {
        Some(explicit) => explicit != "fast",
        None => is_iso && !is_free,
    };
    keeps.then_some("-ffp-contract=off")
}

/// The line by which a device's text says that nothing in it is contracted.
const NO_CONTRACTION: &[u8] = b"#pragma STDC FP_CONTRACT OFF";

/// The same flag for a device's text that asks for it.
pub fn contraction_of(text: &[u8]) -> Option<&'static str> {
    memchr::memmem::find(text, NO_CONTRACTION).map(|_| "-ffp-contract=off")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn flags_that_would_part_host_and_device_are_refused_by_name() {
        for flag in [
            "-m32",
            "-mms-bitfields",
            "-fpack-struct",
            "-fpack-struct=4",
            "-fshort-enums",
            "-fno-signed-char",
            "-funsigned-bitfields",
            "-fsso-struct=big-endian",
            "-fexec-charset=latin1",
            "-fsingle-precision-constant",
        ] {
            let message = refusal(&words(&format!("-O2 {flag}"))).unwrap();
            assert!(message.starts_with(&format!("{flag} is not")), "{message}");
        }
    }

    #[test]
    fn the_last_of_opposites_counts() {
        for line in [
            "-O2 -m64 -mavx2 -fno-common",
            "-funsigned-char -fsigned-char",
            "-fpack-struct=2 -fno-pack-struct",
            "-fsso-struct=big-endian -fsso-struct=native",
            "-fexec-charset=UTF-8",
        ] {
            assert_eq!(refusal(&words(line)), None);
        }
        assert!(not_heeded(&words("-fwrapv -fno-wrapv -ffast-math")).is_empty());
        let said = not_heeded(&words("-fwrapv -ftrapv -frounding-math"));
        assert!(said.len() == 2 && said[0].starts_with("-ftrapv is not heeded"), "{said:?}");
    }

    #[test]
    fn contraction_is_as_gcc_has_it() {
        for line in ["-std=c99", "-ansi", "-ffp-contract=off", "-ffp-contract=on", "-std=gnu17 -std=c17"] {
            assert_eq!(contraction(&words(line)), Some("-ffp-contract=off"), "{line}");
        }
        for line in [
            "-O2",
            "-std=gnu99",
            "-std=c99 -ffast-math",
            "-std=c99 -ffp-contract=fast",
            "-std=c99 -std=gnu17",
        ] {
            assert_eq!(contraction(&words(line)), None, "{line}");
        }
    }
}
