//! A kernel of a program, with what it uses and what its code consists of.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::counts::Counts;
use super::loops::loops;
use super::sass::{Function, Usage};
use crate::version::Version;

#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name in the source, without its parameters.
    pub name: String,
    pub usage: Usage,
    pub whole: Counts,
    /// Its innermost loops that do some of the work, the one that does most first.
    pub loops: Vec<Counts>,
    pub is_gpumps: bool,
    /// Which form it is of a kernel of gpump's that is compiled twice.
    pub form: Option<Form>,
    /// Whether it is a function that kernels call.
    pub is_called: bool,
    /// Where in the source it comes from: the place of its function, which of its regions it is, and which of that one's loops.
    place: (usize, u32, u32, Option<Form>),
}

/// The forms of a kernel that is compiled twice: for a grid that covers the loop, as most launches have, or for any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Covered,
    GoesRound,
}

impl Form {
    fn of(symbol: &str) -> Option<Form> {
        let has_argument = |name: &str| symbol.contains(&format!("I{}{name}E", name.len()));
        match () {
            () if has_argument("gpump_covered_t") => Some(Form::Covered),
            () if has_argument("gpump_team_t") => Some(Form::GoesRound),
            () => None,
        }
    }
}

/// Kernels of regions are called after their functions, with the file's name in front where that is needed, and behind it the
/// loop's number where a region's loops have kernels of their own.
/// `gpump cc` puts something behind it, which differs from file to file.
static REGION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^((?:openmp_)?(\w+?)_parallel(\d+)(?:_for(\d+))?)(?:_\w+)?$")
        .expect("the expression is right")
});

impl Kernel {
    pub fn new(
        function: &Function,
        usages: &BTreeMap<String, Usage>,
        version: Version,
        source: &str,
    ) -> Self {
        let mut name = readable(&function.symbol);
        let mut searched = name.clone();
        let (mut number, mut part) = (0, 0);
        let mut is_gpumps = false;
        if version == Version::Gpump
            && let Some(found) = REGION.captures(&name.clone())
        {
            number = found[3].parse().unwrap_or_default();
            part = found.get(4).and_then(|part| part.as_str().parse().ok()).unwrap_or_default();
            searched = found[2].to_owned();
            name = found[1].to_owned();
            is_gpumps = true;
        }
        let form = Form::of(&function.symbol).filter(|_| is_gpumps);
        name.push_str(match form {
            Some(Form::Covered) => ", covered",
            Some(Form::GoesRound) => ", goes round",
            None => "",
        });
        let place = source.find(&searched).unwrap_or(usize::MAX);
        let code = &function.instructions;
        let innermost = loops(code).into_iter().filter(|found| found.is_innermost);
        let counted = innermost.map(|found| Counts::of(found.body.iter().map(|&index| &code[index])));
        let mut loops: Vec<Counts> = counted.filter(|counts| work(counts) > 0).collect();
        loops.sort_by_key(|counts| std::cmp::Reverse(work(counts)));
        // Only kernels are given a share of the device.
        let is_called = !usages.contains_key(&function.symbol);
        let usage = usages.get(&function.symbol).copied().unwrap_or_default();
        let whole = Counts::of(code);
        let place = (place, number, part, form);
        Kernel { name, usage, whole, loops, is_gpumps, form, is_called, place }
    }

    /// Where its time may go, the busiest first: its loops, or all of it.
    pub fn candidates(&self) -> &[Counts] {
        if self.loops.is_empty() { std::slice::from_ref(&self.whole) } else { &self.loops }
    }
}

/// What a kernel is there for.
fn work(counts: &Counts) -> usize {
    counts.accesses() + counts.floating + counts.shared
}

/// Kernels in the order of the source.
pub fn in_order(mut kernels: Vec<Kernel>) -> Vec<Kernel> {
    kernels.sort_by_key(|kernel| kernel.place);
    kernels
}

/// What C++ calls a symbol, without namespace, parameters and templates' arguments.
fn readable(symbol: &str) -> String {
    let demangled = cpp_demangle::Symbol::new(symbol).ok();
    let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
    let name = demangled.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    let name = name.unwrap_or_else(|| symbol.to_owned());
    let name = name.split('<').next().unwrap_or_default().trim_start_matches("void ");
    name.rsplit("::").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare_code::sass::samples;

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(readable("_Z4axpyPKdPddi"), "axpy");
        assert_eq!(readable("_Z6reduceIdEvPKT_i"), "reduce");
        assert_eq!(readable("main_kernel"), "main_kernel");
        let mut function = samples::function("axpy");
        function.symbol = "_ZN7program43openmp_vector_add_parallel0_openmp_07bd8590E12gpump_team_tNS_29openmp_vector_add_parallel0_tE".into();
        let kernel = Kernel::new(&function, &BTreeMap::new(), Version::Gpump, "void vector_add()");
        assert_eq!(kernel.name, "openmp_vector_add_parallel0");
        function.symbol =
            function.symbol.replace("43openmp_vector_add_parallel0", "48openmp_vector_add_parallel0_for2");
        let kernel = Kernel::new(&function, &BTreeMap::new(), Version::Gpump, "void vector_add(void)");
        assert_eq!(kernel.name, "openmp_vector_add_parallel0_for2");
        assert!(kernel.is_gpumps);
        assert_eq!(kernel.place, (5, 0, 2, None));
        function.symbol =
            "_ZN7program27openmp_vector_add_parallel0I15gpump_covered_tEEvT_NS_29openmp_vector_add_parallel0_tE"
                .into();
        let kernel = Kernel::new(&function, &BTreeMap::new(), Version::Gpump, "void vector_add(void)");
        assert_eq!(
            (&*kernel.name, kernel.form),
            ("openmp_vector_add_parallel0, covered", Some(Form::Covered))
        );
    }

    #[test]
    fn the_busiest_loop_comes_first() {
        let rows = Kernel::new(&samples::function("rows"), &BTreeMap::new(), Version::Cuda, "");
        assert_eq!(rows.candidates()[0].all, 15);
        let add = Kernel::new(&samples::function("add"), &BTreeMap::new(), Version::Cuda, "");
        assert_eq!(add.candidates(), std::slice::from_ref(&add.whole));
    }
}
