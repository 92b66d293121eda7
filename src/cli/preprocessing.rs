//! The flags of preprocessing, which a C compiler has too, in its spelling.

use std::ffi::{OsStr, OsString};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::failure::Failure;
use super::terminal;
use crate::toolchain::Error;
use crate::toolchain::c_environment::{self, CommandLine, from_disk};

/// `-I`, `-isystem`, `-iquote`, `-include`, `-D`, `-U` and `--std`, in the
/// order in which they were given, since `-DX -UX` is not `-UX -DX`.
#[derive(Clone, Debug, Default)]
pub struct Preprocessing {
    flags: Vec<(&'static str, OsString)>,
    standard: Option<OsString>,
    plain: bool,
}

/// As clap reads them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Preprocessing")]
struct Raw {
    /// Folder to look for included files in
    #[arg(short = 'I', value_name = "DIR", action = clap::ArgAction::Append)]
    bracket: Vec<OsString>,

    /// Folder to look in after those of -I, as -isystem
    #[arg(long = "isystem", value_name = "DIR", action = clap::ArgAction::Append)]
    system: Vec<OsString>,

    /// Folder to look for `#include "…"` in, as -iquote
    #[arg(long = "iquote", value_name = "DIR", action = clap::ArgAction::Append)]
    quote: Vec<OsString>,

    /// Header to read before each file, as -include
    #[arg(long = "include", value_name = "HEADER", action = clap::ArgAction::Append)]
    include: Vec<OsString>,

    /// Macro to define
    #[arg(short = 'D', value_name = "NAME[=VALUE]", action = clap::ArgAction::Append)]
    define: Vec<OsString>,

    /// Macro to leave undefined
    #[arg(short = 'U', value_name = "NAME", action = clap::ArgAction::Append)]
    undefine: Vec<OsString>,

    /// C standard of the source, as in -std=c99
    #[arg(long = "std", value_name = "STANDARD", overrides_with = "std")]
    std: Option<OsString>,

    /// Read no header and expand no macro: the file is taken as it stands
    #[arg(long)]
    no_preprocessing: bool,
}

/// Flags with a value: how clap knows them, and how a compiler does.
const FLAGS: [(&str, &str); 6] = [
    ("bracket", "-I"),
    ("system", "-isystem"),
    ("quote", "-iquote"),
    ("include", "-include"),
    ("define", "-D"),
    ("undefine", "-U"),
];

impl Preprocessing {
    /// What the compiler of the translation is given. It reads C++, so the
    /// C standard is none of it.
    pub fn compiler_flags(&self) -> Vec<OsString> {
        self.flags.iter().flat_map(|(flag, value)| [flag.into(), value.clone()]).collect()
    }

    /// What the library needs to read headers as the C compiler would. Where
    /// there is none, headers are not read, and the user is told.
    ///
    /// # Errors
    ///
    /// The compiler does not take the flags.
    pub fn environment(&self) -> Result<Option<gpump::Preprocessing>, Failure> {
        if self.plain {
            return Ok(None);
        }
        match c_environment::environment(&self.command_line()) {
            Ok(environment) => Ok(Some(from_disk(environment))),
            Err(why @ Error::NoCCompiler) => {
                terminal::warning(&format!("headers are not read and macros not expanded: {why}"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether headers are to be read, and macros to be expanded.
    pub fn is_wanted(&self) -> bool {
        !self.plain
    }

    /// What the C compiler is given besides: `-std`.
    pub fn c_flags(&self) -> Vec<OsString> {
        let standard = self.standard.as_ref().map(|standard| {
            let mut flag = OsString::from("-std=");
            flag.push(standard);
            flag
        });
        standard.into_iter().collect()
    }

    fn command_line(&self) -> CommandLine {
        CommandLine::new(self.c_flags(), &self.flags)
    }
}

impl Args for Preprocessing {
    fn augment_args(command: Command) -> Command {
        Raw::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Raw::augment_args_for_update(command)
    }
}

impl FromArgMatches for Preprocessing {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags: Vec<(usize, (&'static str, OsString))> = Vec::new();
        for (id, flag) in FLAGS {
            let places = matches.indices_of(id).into_iter().flatten();
            let values = matches.get_many::<OsString>(id).into_iter().flatten();
            flags.extend(places.zip(values).map(|(place, value)| (place, (flag, value.clone()))));
        }
        flags.sort();
        Ok(Preprocessing {
            flags: flags.into_iter().map(|(_, flag)| flag).collect(),
            standard: matches.get_one::<OsString>("std").cloned(),
            plain: matches.get_flag("no_preprocessing"),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The words of a command line with the flags that a compiler writes with one
/// dash in the form that clap reads: `-isystem DIR` and `-isystemDIR`,
/// `-include`, `-std=c99`.
pub fn with_long_flags(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut is_ended = false;
    for word in words {
        is_ended |= word == "--";
        let text = word.to_str().filter(|_| !is_ended);
        let long = text.and_then(|text| {
            ["-isystem", "-iquote", "-include", "-std="].into_iter().find(|flag| text.starts_with(flag))
        });
        match (text, long) {
            (Some(text), Some(flag)) => {
                let value = &text[flag.len()..];
                out.push(format!("-{}", flag.trim_end_matches('=')).into());
                if !value.is_empty() || flag.ends_with('=') {
                    out.push(OsStr::new(value).to_owned());
                }
            }
            _ => out.push(word),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        preprocessing: Preprocessing,
    }

    fn parse(words: &[&str]) -> Preprocessing {
        Only::parse_from(with_long_flags(words.iter().map(OsString::from))).preprocessing
    }

    #[test]
    fn the_order_is_kept() {
        let flags = parse(&["x", "-DA=1", "-I", "b", "-UA", "-D", "A", "-Ic", "--std=c99"]).compiler_flags();
        assert_eq!(flags, ["-D", "A=1", "-I", "b", "-U", "A", "-D", "A", "-I", "c"]);
    }

    #[test]
    fn flags_may_be_spelled_as_a_compiler_spells_them() {
        let found =
            parse(&["x", "-isystem", "a", "-isystemb", "-include", "c.h", "-iquote", "d", "-std=c99"]);
        let flags = ["-isystem", "a", "-isystem", "b", "-include", "c.h", "-iquote", "d"];
        assert_eq!(found.compiler_flags(), flags);
        assert_eq!(found.command_line().dialect, ["-std=c99"]);
    }
}
