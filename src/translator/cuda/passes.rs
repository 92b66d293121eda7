//! How a plan is made: from what the program says, and by the optimisations that change it, in their order. `--no-opt` leaves
//! them out by name.
//!
//! Those of single constructs (`barriers`, `criticals`, `schedules`) are asked about where the construct is looked at, `arrays`
//! is about the file, and `split` makes several regions of one.

use super::super::{File, Optimisation};
use super::plan::{Ground, LoopPlan, RegionPlan, shared_out};
use crate::openmp::{Construct, Part};

type LoopPass<'t> = fn(&File<'t>, &Construct, &mut LoopPlan);
type RegionPass<'t> = fn(&File<'t>, &Ground<'_>, &mut RegionPlan);

impl<'t> File<'t> {
    /// What changes the plan of a loop.
    const OF_LOOPS: [(Optimisation, LoopPass<'t>); 4] = [
        (Optimisation::Nests, Self::share_nest_out),
        (Optimisation::Sums, Self::add_up_in_groups),
        (Optimisation::Leagues, Self::share_leagues_out),
        (Optimisation::Elements, Self::keep_elements),
    ];

    /// What changes the plan of a region.
    const OF_REGIONS: [(Optimisation, RegionPass<'t>); 7] = [
        (Optimisation::Values, Self::read_once),
        (Optimisation::Copies, Self::copy_to_threads),
        (Optimisation::Structures, Self::copy_structures),
        (Optimisation::Restrict, Self::restrict_pointers),
        (Optimisation::Entry, Self::begin_without_team),
        (Optimisation::Grid, Self::fit_grid),
        (Optimisation::Cover, Self::cover_loops),
    ];

    /// The plan of a region.
    pub(super) fn plan(&self, ground: &Ground<'_>) -> RegionPlan {
        let region = ground.region;
        let mut plan = RegionPlan::default();
        self.plan_loops(shared_out(region), &mut plan);
        self.plan_variables(region, &mut plan);
        if let Some(whole) = ground.whole {
            plan.take_arguments_of(whole);
        }
        plan.memory = self.memory_of(region, &plan.of_loop(region).form);
        region.walk(&mut |inner| {
            plan.reductions.insert(*inner.tokens.start(), self.reductions_of(inner));
        });
        plan.is_independent = plan.memory.is_understood && self.may_be_independent(region);
        self.take_passes(ground, &mut plan, &Optimisation::ALL);
        // What the host counts is what keeps busy where nobody can tell.
        if plan.count.is_none() {
            plan.shown_team = self.shown_team(region);
        }
        plan
    }

    /// The plan of what a region of several kernels is given, and of nothing else.
    pub(super) fn plan_whole(&self, ground: &Ground<'_>, is_one: bool) -> RegionPlan {
        let mut plan = RegionPlan::default();
        self.plan_variables(ground.region, &mut plan);
        let of_variables = [Optimisation::Values, Optimisation::Structures];
        self.take_passes(ground, &mut plan, &of_variables[..1 + usize::from(is_one)]);
        plan
    }

    /// The plan of a function of the device, which has these constructs: of the loops that its team shares out.
    pub(super) fn plan_function(&self, parts: &[Part]) -> RegionPlan {
        let mut plan = RegionPlan::default();
        for part in parts {
            if let Part::Construct(outer) = part {
                self.plan_loops(shared_out(outer), &mut plan);
            }
        }
        plan
    }

    fn plan_loops(&self, loops: Vec<&Construct>, plan: &mut RegionPlan) {
        for one in loops {
            let mut of_loop = LoopPlan::default();
            for (optimisation, pass) in Self::OF_LOOPS {
                if !self.cuda.given.without.contains(&optimisation) {
                    pass(self, one, &mut of_loop);
                }
            }
            plan.loops.insert(*one.tokens.start(), of_loop);
        }
    }

    fn take_passes(&self, ground: &Ground<'_>, plan: &mut RegionPlan, only: &[Optimisation]) {
        for (optimisation, pass) in Self::OF_REGIONS {
            if only.contains(&optimisation) && !self.cuda.given.without.contains(&optimisation) {
                pass(self, ground, plan);
            }
        }
    }
}
