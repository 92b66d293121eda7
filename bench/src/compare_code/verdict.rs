//! What two kernels of the same work differ in, as far as their code shows.

use super::counts::{Counts, Path};
use super::kernel::Kernel;

/// By how much counts may differ before it is worth a word.
const PAR: f64 = 1.1;
/// As many registers leave room for all threads that a multiprocessor takes (65536 of 2048).
const FREE_REGISTERS: u32 = 32;

/// Something that can be counted, and its name.
type Countable = (&'static str, fn(&Counts) -> usize);

/// In what work is counted, so that loops are comparable which were unrolled differently; if both do some of it.
fn unit(own: &Counts, other: &Counts) -> Option<(&'static str, f64, f64)> {
    let units: [Countable; 3] = [
        ("floating-point operation", |counts| counts.floating),
        ("access to global memory", Counts::accesses),
        ("access to shared memory", |counts| counts.shared),
    ];
    let mut both = units.iter().map(|(name, count)| (*name, count(own) as f64, count(other) as f64));
    both.find(|(_, own, other)| *own > 0.0 && *other > 0.0)
}

/// The busiest loops of both that do the same work, to judge by the share of arithmetic in it; or the busiest that
/// are comparable at all; or all of both.
fn same_work<'k>(own: &'k Kernel, other: &'k Kernel) -> (&'k Counts, &'k Counts) {
    let share = |counts: &Counts| counts.floating as f64 / (counts.accesses() + counts.shared).max(1) as f64;
    let pairs =
        || own.candidates().iter().flat_map(|hot| other.candidates().iter().map(move |beside| (hot, beside)));
    let comparable = |(hot, beside): &(&Counts, &Counts)| unit(hot, beside).is_some();
    let alike = |(hot, beside): &(&Counts, &Counts)| {
        let (one, other) = (share(hot), share(beside));
        (one - other).abs() <= 0.05 * one.max(other)
    };
    let found = pairs().filter(comparable).find(alike).or_else(|| pairs().find(comparable));
    found.unwrap_or((&own.whole, &other.whole))
}

/// A line or two on gpump's kernel beside the hand-written one.
pub fn verdict(own: &Kernel, other: &Kernel) -> String {
    let (hot, beside) = same_work(own, other);
    let (unit, units, units_beside) = unit(hot, beside).unwrap_or(("kernel", 1.0, 1.0));
    let per = |count: usize, count_beside: usize| (count as f64 / units, count_beside as f64 / units_beside);
    let (all, all_beside) = per(hot.all, beside.all);
    let ratio = all / all_beside;
    let judged = match ratio {
        PAR.. => "more code",
        _ if ratio < 1.0 / PAR => "less code",
        _ => "on a par",
    };
    let mut text = format!("{judged}: {all:.1} instructions for each {unit}, by hand {all_beside:.1}");
    let mut remarks = Vec::new();
    let counted: [Countable; 6] = [
        ("loads", Counts::global_loads),
        ("stores", Counts::global_stores),
        ("integer instructions", |counts| counts.integer),
        ("loads of constants", |counts| counts.constants),
        ("barriers", |counts| counts.barriers),
        ("branches", |counts| counts.branches),
    ];
    for (what, count) in counted {
        let (own, other) = per(count(hot), count(beside));
        // A share of an instruction for each unit is nothing, where the loop was unrolled less.
        if own > other * PAR && own - other >= 0.5 {
            remarks.push(format!("{what} {own:.1} to {other:.1}"));
        }
    }
    if beside.loads_by(Path::ReadOnly) > 0 && hot.global_loads() > hot.loads_by(Path::ReadOnly) {
        let (all, read_only) = (hot.global_loads(), hot.loads_by(Path::ReadOnly));
        let by_hand = format!("{} of {}", beside.loads_by(Path::ReadOnly), beside.global_loads());
        if read_only * beside.global_loads() < beside.loads_by(Path::ReadOnly) * all {
            remarks.push(format!("{read_only} of {all} loads are read-only, by hand {by_hand}"));
        }
    }
    if let (Some(bits), Some(by_hand)) = (hot.bits_of_a_load(), beside.bits_of_a_load())
        && bits * PAR < by_hand
    {
        remarks.push(format!("loads of {bits:.0} bits, by hand {by_hand:.0}"));
    }
    if hot.loads_by(Path::Generic) > beside.loads_by(Path::Generic) {
        remarks.push("generic loads".into());
    }
    if own.whole.local > other.whole.local || own.usage.stack > other.usage.stack {
        remarks.push(format!("{} accesses to local memory, a stack of {}", own.whole.local, own.usage.stack));
    }
    if own.usage.registers > FREE_REGISTERS.max(other.usage.registers) {
        remarks.push(format!("{} registers, by hand {}", own.usage.registers, other.usage.registers));
    }
    if !remarks.is_empty() {
        text.push_str("; ");
        text.push_str(&remarks.join("; "));
    }
    text
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::compare_code::sass::{Function, functions, samples, usages};
    use crate::version::Version;

    fn kernel(function: &Function) -> Kernel {
        let usages = usages(include_str!("../../samples/kernels.usage"));
        Kernel::new(function, &usages, Version::Cuda, "")
    }

    #[test]
    fn the_same_code_is_on_a_par() {
        let axpy = kernel(&samples::function("axpy"));
        assert_eq!(
            verdict(&axpy, &axpy),
            "on a par: 9.0 instructions for each floating-point operation, by hand 9.0"
        );
    }

    #[test]
    fn says_what_is_worse() {
        let text = |load: &str, more: &str| {
            format!(
                "Function : f\n/*0000*/ {load} R1, [R2] ;\n{more}/*0020*/ FADD R1, R1, R1 ;\n/*0030*/ @P0 BRA 0x0 ;\n/*0040*/ EXIT ;"
            )
        };
        let by_hand = kernel(&functions(&text("LDG.E.128.CONSTANT", "")).remove(0));
        let own = kernel(&functions(&text("LDG.E.64", "/*0010*/ IADD3 R2, R2, 0x4, RZ ;\n")).remove(0));
        let said = verdict(&own, &by_hand);
        for part in [
            "more code: 4.0",
            "by hand 3.0",
            "integer instructions 1.0 to 0.0",
            "0 of 1 loads are read-only",
            "64 bits, by hand 128",
        ] {
            assert!(said.contains(part), "{part} is not in `{said}`");
        }
        assert!(verdict(&by_hand, &own).starts_with("less code"));
    }

    #[test]
    fn a_loop_is_comparable_with_code_without_one() {
        let said = verdict(&kernel(&samples::function("axpy")), &kernel(&samples::function("add")));
        // 9 for one operation, beside 17.
        assert!(said.starts_with("less code: 9.0"), "{said}");
    }

    #[test]
    fn loops_of_the_same_work_are_compared() {
        // By hand, two loads for each sum, and at the end the sums of others, of which there are more in the text.
        let summed = "/*0050*/ LDG.E R1, [R2] ;\n/*0060*/ FADD R1, R1, R1 ;\n/*0070*/ LDG.E R1, [R2] ;\n\
                      /*0080*/ FADD R1, R1, R1 ;\n/*0090*/ @P0 BRA 0x50 ;\n";
        let main = "/*0000*/ LDG.E R1, [R2] ;\n/*0010*/ LDG.E R3, [R4] ;\n/*0020*/ FFMA R5, R1, R3, R5 ;\n\
                    /*0030*/ @P0 BRA 0x0 ;\n";
        let by_hand = kernel(&functions(&format!("Function : f\n{main}{summed}/*00a0*/ EXIT ;")).remove(0));
        let own = kernel(&functions(&format!("Function : f\n{main}/*0040*/ EXIT ;")).remove(0));
        assert!(verdict(&own, &by_hand).starts_with("on a par: 4.0"), "{}", verdict(&own, &by_hand));
    }

    #[test]
    fn nothing_is_counted_by_what_is_not_there() {
        let nothing = kernel(&functions("Function : f\n/*0000*/ EXIT ;").remove(0));
        assert!(verdict(&nothing, &nothing).contains("1.0 instructions for each kernel"));
    }
}
