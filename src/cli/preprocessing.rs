//! The flags that a C compiler has too, in its spelling.

use std::ffi::OsString;

use clap::{ArgMatches, Args, Command, FromArgMatches, error::Error};

/// `-I`, `-D`, `-U` and `--std`.
///
/// gpump does not preprocess yet: it reads the source as it is written.
/// `run` hands the first three to the compiler of the translation, in the
/// order in which they were given, since `-DX -UX` is not `-UX -DX`.
#[derive(Clone, Debug, Default)]
pub struct Preprocessing {
    /// What a compiler is given.
    pub flags: Vec<OsString>,
}

/// As clap reads them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Preprocessing (gpump itself does not expand macros yet)")]
struct Raw {
    /// Folder to look for included files in; today only `run` uses it, for
    /// the compiler
    #[arg(short = 'I', value_name = "DIR", action = clap::ArgAction::Append)]
    include: Vec<OsString>,

    /// Macro to define, for the compiler likewise
    #[arg(short = 'D', value_name = "NAME[=VALUE]", action = clap::ArgAction::Append)]
    define: Vec<OsString>,

    /// Macro to leave undefined, for the compiler likewise
    #[arg(short = 'U', value_name = "NAME", action = clap::ArgAction::Append)]
    undefine: Vec<OsString>,

    /// C standard of the source, as in -std=c99; does nothing yet, since what
    /// is compiled is CUDA C, which is C++
    #[arg(long, value_name = "STANDARD", overrides_with = "std")]
    std: Option<OsString>,
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
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags: Vec<(usize, [OsString; 2])> = Vec::new();
        for (id, flag) in [("include", "-I"), ("define", "-D"), ("undefine", "-U")] {
            let places = matches.indices_of(id).into_iter().flatten();
            let values = matches.get_many::<OsString>(id).into_iter().flatten();
            flags.extend(places.zip(values).map(|(place, value)| (place, [flag.into(), value.clone()])));
        }
        flags.sort();
        Ok(Preprocessing { flags: flags.into_iter().flat_map(|(_, flag)| flag).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
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

    #[test]
    fn the_order_is_kept() {
        let arguments = ["x", "-DA=1", "-I", "b", "-UA", "-D", "A", "-Ic", "--std=c99"];
        let flags = Only::parse_from(arguments).preprocessing.flags;
        assert_eq!(flags, ["-D", "A=1", "-I", "b", "-U", "A", "-D", "A", "-I", "c"]);
    }
}
