//! `--no-opt`: the optimisations that a translation is to do without.

use std::collections::BTreeSet;

use gpump::Optimisation;

/// Optimisations to be left out.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Without {
    /// Leave an optimisation of the cuda dialect out, to find the one at
    /// fault: nests, sums, leagues, elements, values, copies, structures,
    /// restrict, barriers, criticals, schedules, arrays, entry, grid, cover,
    /// split, or all
    #[arg(long = "no-opt", value_name = "NAME", value_delimiter = ',', value_parser = names)]
    names: Vec<Named>,
}

/// What one name stands for.
#[derive(Clone, Debug)]
struct Named(BTreeSet<Optimisation>);

impl Without {
    /// What is to be left out.
    pub fn optimisations(&self) -> BTreeSet<Optimisation> {
        self.names.iter().flat_map(|named| named.0.iter().copied()).collect()
    }
}

/// Reads names with commas between them.
///
/// # Errors
///
/// What is wrong with one of them.
pub fn optimisations(names_in_list: &str) -> Result<BTreeSet<Optimisation>, String> {
    let mut found = BTreeSet::new();
    for name in names_in_list.split(',').filter(|name| !name.is_empty()) {
        found.extend(names(name)?.0);
    }
    Ok(found)
}

fn names(name: &str) -> Result<Named, String> {
    if name == "all" {
        return Ok(Named(Optimisation::ALL.into_iter().collect()));
    }
    let all: Vec<&str> = Optimisation::ALL.iter().map(|optimisation| optimisation.name()).collect();
    let found = name.parse().map_err(|()| format!("it is none of {}, all", all.join(", ")))?;
    Ok(Named(BTreeSet::from([found])))
}
