//! What `gpump cc` is told beyond a compiler's command line: by flags of its
//! own, or by the environment, which reaches it through every build system.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use gpump::Optimisation;

use crate::cli::device::Device;
use crate::cli::failure::Failure;
use crate::cli::optimisations::optimisations;
use crate::cli::translation::DialectArgument;

#[derive(Clone, Debug)]
pub struct Settings {
    pub device: Device,
    pub dialect: DialectArgument,
    /// Whether a region that the device cannot have is an error.
    pub requires_device: bool,
    /// The optimisations that are to be left out.
    pub without: BTreeSet<Optimisation>,
    /// Where an object with versions for the device is to go, if that is all that is wanted: gpump says it to itself
    /// ([`super::versions`]).
    pub versions: Option<PathBuf>,
}

impl Settings {
    /// Takes gpump's own flags from the words. A flag counts more than the
    /// environment.
    pub fn take(words: Vec<OsString>) -> Result<(Self, Vec<OsString>), Failure> {
        let mut settings = Settings {
            device: Device::Auto,
            dialect: DialectArgument::default(),
            requires_device: false,
            without: BTreeSet::new(),
            versions: None,
        };
        for name in ["GPUMP_DEVICE", "GPUMP_DIALECT", "GPUMP_REQUIRE_DEVICE", "GPUMP_NO_OPT"] {
            if let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) {
                settings.set(name, name, &value.to_string_lossy())?;
            }
        }
        let mut rest = Vec::new();
        for word in words {
            let own = word.to_str().filter(|text| text.starts_with("--gpump-"));
            match own.and_then(|own| own.split_once('=')) {
                Some((flag, value)) => {
                    let name = flag.trim_start_matches('-').replace('-', "_").to_uppercase();
                    settings.set(&name, flag, value)?;
                }
                None if own.is_some() => {
                    return Err(Failure::Usage(format!("{} wants a value behind `=`", word.display())));
                }
                None => rest.push(word),
            }
        }
        Ok((settings, rest))
    }

    fn set(&mut self, name: &str, spelled: &str, value: &str) -> Result<(), Failure> {
        match name {
            "GPUMP_DEVICE" => self.device = parse(spelled, value)?,
            "GPUMP_DIALECT" => self.dialect = parse(spelled, value)?,
            "GPUMP_REQUIRE_DEVICE" => match value {
                "yes" | "no" => self.requires_device = value == "yes",
                _ => {
                    return Err(Failure::Usage(format!(
                        "{spelled} is `{value}`, which is neither yes nor no"
                    )));
                }
            },
            "GPUMP_VERSIONS" => self.versions = Some(value.into()),
            "GPUMP_NO_OPT" => {
                let found = optimisations(value);
                self.without =
                    found.map_err(|why| Failure::Usage(format!("{spelled} is `{value}`: {why}")))?;
            }
            _ => return Err(Failure::Usage(format!("gpump cc has no flag {spelled}"))),
        }
        Ok(())
    }
}

fn parse<T: ValueEnum>(spelled: &str, value: &str) -> Result<T, Failure> {
    T::from_str(value, false).map_err(|_| {
        let all = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = all.map(|possible| possible.get_name().to_owned()).collect();
        Failure::Usage(format!("{spelled} is `{value}`, which is none of {}", names.join(", ")))
    })
}
