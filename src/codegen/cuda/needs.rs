//! What code needs of files that are compiled apart: `runtime/cuda/needs.h` finds out whether it is there.

use std::collections::BTreeSet;

use super::in_macros;

/// What a region, or a function, needs of other files.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// The functions that it calls there.
    pub functions: BTreeSet<String>,
    /// The shapes of what it calls through pointers ([`crate::c::Types::call_shape`]).
    pub pointed: BTreeSet<String>,
}

/// A function whose address the file takes, and that needs something.
#[derive(Clone, Debug)]
pub struct Addressed {
    pub name: String,
    pub shape: String,
    /// `None` of one that the device does not have.
    pub needs: Option<Needs>,
    /// Its entry in the table of the host's addresses, if another file has it.
    pub entry: Option<String>,
}

impl Needs {
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.pointed.is_empty()
    }

    /// The members of a descriptor that say so.
    pub fn members(&self) -> Vec<String> {
        let functions: Vec<&str> = self.functions.iter().map(String::as_str).collect();
        let quoted: Vec<String> = self.pointed.iter().map(|shape| format!("\"{shape}\"")).collect();
        let pointed: Vec<&str> = quoted.iter().map(String::as_str).collect();
        let lists = [("needs", "GPUMP_NEEDS", functions), ("pointed", "GPUMP_SHAPES", pointed)];
        let has_some = lists.into_iter().filter(|(.., names)| !names.is_empty());
        has_some
            .map(|(member, make, names)| {
                format!(".{member} = {{{}}}", in_macros(make, "", &names).join(", "))
            })
            .collect()
    }

    /// These as the last arguments of a macro.
    fn arguments(&self) -> String {
        self.members().iter().map(|member| format!(", {member}")).collect()
    }

    /// The line that offers a function to other files.
    pub(super) fn offer(&self, name: &str) -> String {
        format!("GPUMP_OFFER({name}{});", self.arguments())
    }
}

impl Addressed {
    /// The line that tells the runtime of it; `table` is the table of the host's addresses.
    pub(super) fn text(&self, table: &str) -> String {
        let Addressed { name, shape, needs, entry } = self;
        let Some(needs) = needs else { return format!("GPUMP_LACKED({name}, \"{shape}\");") };
        let host = entry.as_ref().map_or("nullptr".to_owned(), |entry| format!("{table}.{entry}"));
        format!("GPUMP_ADDRESSED({name}, \"{shape}\", {host}{});", needs.arguments())
    }
}
