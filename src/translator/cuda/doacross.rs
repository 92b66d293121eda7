//! Loops whose iterations wait for certain others (OpenMP 4.5, 2.13.9): `runtime/cuda/doacross.h`.

use super::super::Writer;
use super::constructs::Frame;
use crate::codegen::cuda::work;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::openmp::doacross::{Dependence, Distance};

impl Writer<'_, '_> {
    /// What the team keeps of the iterations of such a loop: how far each has come.
    pub(super) fn open_across(&mut self, construct: &Construct, frame: &mut Frame) {
        let token = *construct.tokens.start();
        let loops: Vec<_> = construct.across.iter().map(|one| self.describe_header(one, token)).collect();
        if loops.is_empty() {
            return;
        }
        let rows = match construct.loops().count() {
            1 => String::new(),
            shared_out => format!(", gpump_rows<{shared_out}>()"),
        };
        frame.before.push(format!("gpump_doacross_t gpump_across({}{rows});", work::space(&loops)));
        frame.after.push("gpump_across.end();".to_owned());
        frame.braces = true;
    }

    /// The calls that an `ordered` without a statement becomes. A team of one runs the iterations in their order.
    pub(super) fn dependence_calls(&mut self, directive: &Tokens, team: bool) -> String {
        let around = self.file.around(*directive.start());
        let found = around.chain.first().and_then(|outer| {
            let variables: Vec<String> =
                outer.across.iter().map(|one| self.file.on_device(&one.variable)).collect();
            Some((self.file.dependences(outer, directive)?, variables.join(", ")))
        });
        let Some((dependences, variables)) = found.filter(|_| team) else { return ";".to_owned() };
        let mut calls = Vec::new();
        for dependence in dependences {
            calls.push(match dependence {
                Dependence::Source => format!("gpump_across.source({variables});"),
                Dependence::SinkBefore => format!("gpump_across.sink_before({variables});"),
                Dependence::Sink(distances) => {
                    let by: Vec<String> = distances.iter().map(|one| self.distance(one)).collect();
                    format!("gpump_across.sink({{{}}}, {variables});", by.join(", "))
                }
            });
        }
        calls.join(" ")
    }

    fn distance(&mut self, distance: &Distance) -> String {
        let sign = if distance.is_negative { "-" } else { "" };
        match &distance.by {
            Some(by) => format!("{sign}(long long)({})", self.out.device_text(by)),
            None => "0".to_owned(),
        }
    }
}
