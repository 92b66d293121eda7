//! The two dialects beside each other, region by region: what the thesis writes, what is written today, and why.
//!
//! What is said of a region is taken from its two translations: lines of them are quoted, and a topic comes up only
//! where the region has to do with it.

use super::model::{Comparison, Dialect, Message, Region, Span, Translated, Variable};

/// The comparison of what both dialects made of a file.
pub fn comparison(source: &str, cuda: &Dialect, thesis: &Dialect) -> Vec<Comparison> {
    let Some(cuda) = cuda.translated() else { return Vec::new() };
    let mut found = Vec::new();
    for region in &cuda.regions {
        let mut pair = Pair { source, cuda, region, found: &mut found };
        if let Some(reason) = &region.host {
            pair.stays(thesis, reason);
            continue;
        }
        match thesis {
            Dialect::Refused { refused } => pair.refused(refused),
            Dialect::Translated(thesis) => {
                let other = thesis.regions.iter().find(|other| other.source == region.source);
                if let Some(other) = other {
                    pair.compare(thesis, other);
                }
            }
        }
    }
    found
}

struct Pair<'p> {
    source: &'p str,
    cuda: &'p Translated,
    region: &'p Region,
    found: &'p mut Vec<Comparison>,
}

/// The line of a text in which something stands, without its indentation.
fn line_with<'t>(text: &'t str, what: &str) -> Option<&'t str> {
    text.lines().find(|line| line.contains(what)).map(str::trim)
}

fn names<'v>(variables: impl Iterator<Item = &'v Variable>) -> String {
    let mut names: Vec<String> = Vec::new();
    for variable in variables {
        let name = format!("`{}`", variable.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

impl Pair<'_> {
    fn add(&mut self, topic: &'static str, thesis: String, cuda: String, why: &str) {
        let (region, source) = (self.region.number, self.region.source);
        self.found.push(Comparison { region, topic, source, thesis, cuda, why: why.to_owned() });
    }

    fn kernel<'t>(translated: &'t Translated, region: &Region) -> &'t str {
        let [start, end] = region.range;
        translated
            .outputs
            .get(region.output)
            .and_then(|output| output.text.get(start..end))
            .unwrap_or_default()
    }

    fn call(&self) -> String {
        let host = self.cuda.outputs.first().map_or("", |output| output.text.as_str());
        let call = format!("gpump_parallel(&{}_region", self.region.kernel);
        line_with(host, &call).map_or_else(|| format!("`{}`", self.region.kernel), |line| format!("`{line}`"))
    }

    fn refused(&mut self, refused: &[Message]) {
        let [start, end] = self.region.source;
        let is_here = |message: &&Message| {
            message.source[0] < end && start < message.source[1].max(message.source[0] + 1)
        };
        let here: Vec<&Message> = refused.iter().filter(is_here).collect();
        let is_elsewhere = here.is_empty();
        let chosen: Vec<&Message> = if is_elsewhere { refused.iter().take(1).collect() } else { here };
        let said: Vec<String> = chosen
            .iter()
            .map(|message| format!("line {}, {} ({})", message.line, message.message, message.code))
            .collect();
        let notes: Vec<&str> = chosen
            .iter()
            .flat_map(|message| message.notes.iter().map(|note| note.message.as_str()))
            .filter(|note| note.contains("thesis"))
            .collect();
        let what = if is_elsewhere { "Nothing: it refuses the file for" } else { "Nothing: it refuses" };
        let thesis = format!("{what} {}.", said.join("; "));
        let why = notes.first().map_or_else(
            || "The thesis's compiler did not implement all of OpenMP; the cuda dialect has it.".to_owned(),
            |note| format!("The cuda dialect has all of OpenMP 2.5; {note}."),
        );
        let cuda = format!("The region is started by {}.", self.call());
        self.add("refusal", thesis, cuda, &why);
    }

    fn stays(&mut self, thesis: &Dialect, reason: &str) {
        let old = match thesis {
            Dialect::Refused { .. } => "Nothing: it refuses the file.",
            Dialect::Translated(_) => "The region becomes a kernel.",
        };
        let new = format!("The region stays on the host: {reason}.");
        let why = "A device of today is held to what its compiler has; the rest of the program goes there all the same.";
        self.add("host", old.to_owned(), new, why);
    }

    fn compare(&mut self, thesis: &Translated, other: &Region) {
        let (old, new) = (Self::kernel(thesis, other), Self::kernel(self.cuda, self.region));
        self.launch(thesis, other);
        self.data(other);
        self.uses(other, old, new);
        self.loops(old, new);
        self.reductions(old, new);
        self.barriers(old, new);
    }

    fn launch(&mut self, thesis: &Translated, other: &Region) {
        let text = thesis.outputs.first().map_or("", |output| output.text.as_str());
        let start = format!("{}<<<", other.kernel);
        let launch = line_with(text, &start).unwrap_or(&other.kernel).to_owned();
        let old = format!(
            "The construct is replaced by the calls of a launch: `gpump_copy_to_device(…)`, `cudaMemcpy`, `{launch} …`, \
             and the way back."
        );
        let new =
            format!("A call in front of the region, {}; the region's own text stays behind it.", self.call());
        self.add(
            "launch",
            old,
            new,
            "The runtime takes the device's size, the clauses and the errors on itself; and where there is no device, \
             or an `if` clause says so, the region's own text runs on the host.",
        );
    }

    fn data(&mut self, other: &Region) {
        let is_outer = |variable: &&Variable| {
            variable.construct.is_none()
                && variable.function.is_none()
                && !is_within(variable.declared, self.region.source)
        };
        let outer: Vec<&Variable> = self.region.variables.iter().filter(is_outer).collect();
        if outer.is_empty() {
            return;
        }
        let is_member = |variable: &&Variable| variable.device.contains("the member ");
        let members = names(other.variables.iter().filter(is_member));
        let old = match members.as_str() {
            "" => "No variable travels.".to_owned(),
            _ => format!(
                "{members}: copied into a structure in device memory before the kernel, and back behind it; so are the \
                 arrays on the memory list that pointers point into."
            ),
        };
        let with = |words: &[&str]| {
            let has = |variable: &&Variable| words.iter().any(|word| variable.device.contains(word));
            names(outer.iter().copied().filter(has))
        };
        let mut parts = Vec::new();
        for (list, what) in [
            (with(&["`shared.", "`gpump_shared."]), "by value"),
            (with(&["constant of the kernel"]), "as constants of the kernel"),
            (with(&["parameter of the kernel"]), "as pointers that are the kernel's parameters"),
            (with(&["`*shared.", "`*gpump_shared."]), "by address"),
            (with(&["array of variable length in its place"]), "by address, with the bounds"),
            (with(&["gpump_globals"]), "through a table of addresses"),
        ] {
            if !list.is_empty() {
                parts.push(format!("{list} {what}"));
            }
        }
        let new = match parts.is_empty() {
            true => "Nothing is copied for the kernel.".to_owned(),
            false => format!("{}. Nothing else is copied for the kernel.", parts.join("; ")),
        };
        self.add(
            "data",
            old,
            new,
            "Host and device have one address space today: a pointer means the same on both sides, and memory moves when \
             the other side uses it. In 2007 they had two, so each region had to bring its data over and back.",
        );
    }

    fn uses(&mut self, other: &Region, old: &str, new: &str) {
        for variable in other.variables.iter().filter(|variable| variable.attribute == "shared") {
            let Some(use_of) = variable.device.split('`').nth(1).filter(|form| form.contains("->")) else {
                continue;
            };
            let is_word = |text: &str| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == variable.name)
            };
            if old.contains(use_of) && is_word(new) {
                let name = &variable.name;
                let thesis = format!("A use of the shared variable `{name}` becomes `{use_of}`.");
                let cuda = format!("`{name}` stays `{name}`: the kernel has it under its own name.");
                return self.add(
                    "names",
                    thesis,
                    cuda,
                    "The region's text can stay as its author typed it, and a reader finds it again.",
                );
            }
        }
    }

    fn loops(&mut self, old: &str, new: &str) {
        let Some(header) = line_with(new, "gpump_for") else { return };
        let Some(bounds) = line_with(old, "!= gpump_b") else { return };
        let thesis = format!(
            "Passes over chunks, whose bounds `gpump_utils_calc_static_for_bounds` computes; each thread runs \
             `{bounds}`, neighbouring iterations by itself."
        );
        if !["gpump_for(", "gpump_for_nest("].iter().any(|call| header.contains(call)) {
            let cuda = format!("`{header}`: the iterations are dealt out as the `schedule` clause says.");
            let why = "The program says which thread gets which iterations; today all schedules of OpenMP 2.5 are there.";
            return self.add("loop", thesis, cuda, why);
        }
        let cuda = format!("`{header}`: neighbouring iterations go to neighbouring threads.");
        self.add(
            "loop",
            thesis,
            cuda,
            "The threads of a warp read memory together. What they want should lie together, too; a block of iterations \
             for each thread spreads it out.",
        );
    }

    fn reductions(&mut self, old: &str, new: &str) {
        let Some(thesis) = line_with(old, "// reduction:+") else { return };
        let found = ["gpump_result_", "gpump_reduce_"].into_iter().find_map(|call| line_with(new, call));
        let Some(cuda) = found else { return };
        let (thesis, cuda) = (
            format!("`{thesis}`: each thread adds its own."),
            format!("`{cuda}`: warps and blocks add up first."),
        );
        self.add(
            "reduction",
            thesis,
            cuda,
            "An atomic update for each thread makes them wait for one another, and the thesis has only sums. Today all \
             operators and types are there, and one value for each block is put together.",
        );
    }

    fn barriers(&mut self, old: &str, new: &str) {
        if !old.contains("gpump_barrier_d()") {
            return;
        }
        let directive = self.source.get(self.region.source[0]..self.region.source[1]).unwrap_or_default();
        let cuda = match new.contains("gpump_barrier()") {
            true => "`gpump_barrier();`, a barrier of the whole grid.".to_owned(),
            false => "None in the kernel: its end is the region's barrier.".to_owned(),
        };
        let what = if directive.contains("barrier") { "barriers" } else { "the barrier behind a loop" };
        let thesis = format!("`gpump_barrier_d();` for {what}: threads count themselves in and wait.");
        self.add(
            "barrier",
            thesis,
            cuda,
            "CUDA had no barrier for a grid in 2007, and one made of counters hangs where not all blocks run at once. \
             Today a launch that needs one is cooperative.",
        );
    }
}

fn is_within(inner: Span, outer: Span) -> bool {
    outer[0] <= inner[0] && inner[1] <= outer[1]
}
