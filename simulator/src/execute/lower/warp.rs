//! What the threads of a warp do together (PTX ISA 9.7.9.6, 9.7.13).

use super::{Body, Lowered, Modifiers, wide};
use crate::execute::code::{Step, Together, WarpStep};
use crate::interface::Class;
use crate::ptx::{Operand, Type};

impl Body<'_, '_> {
    /// `bar.warp.sync`
    pub(super) fn synchronise(&mut self) -> Lowered {
        let members = self.source(0, Type::B32)?;
        self.together(Together::Synchronise, (self.sink, None), (members, false), [members; 2], members)
    }

    fn together(
        &mut self,
        together: Together,
        (destination, predicate): (u32, Option<u32>),
        (value, wide): (u32, bool),
        [second, third]: [u32; 2],
        members: u32,
    ) -> Lowered {
        let class = if together == Together::Synchronise { Class::Barrier } else { Class::Warp };
        let step = WarpStep { together, destination, predicate, value, wide, second, third, members };
        self.emit(Step::Warp(Box::new(step)), class);
        Ok(())
    }

    pub(super) fn warp(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        if opcode == "activemask" {
            let destination = self.destination(0, Type::B32)?;
            self.emit(Step::ActiveMask(destination), Class::Warp);
            return Ok(());
        }
        if !modifiers.has("sync") {
            return Err(format!(
                "`{}` without `.sync` is gone since sm_70",
                self.instruction.opcode.join(".")
            ));
        }
        let (first, pair) = match self.operand(0)? {
            Operand::Pair(first, second) => (&**first, Some(self.predicate_destination(second)?)),
            operand => (operand, None),
        };
        match opcode {
            "shfl" => {
                let together = match () {
                    () if modifiers.has("up") => Together::ShuffleUp,
                    () if modifiers.has("down") => Together::ShuffleDown,
                    () if modifiers.has("bfly") => Together::ShuffleButterfly,
                    () => Together::ShuffleIndex,
                };
                let value = self.source(1, Type::B32)?;
                let others = [self.source(2, Type::B32)?, self.source(3, Type::B32)?];
                let members = self.source(4, Type::B32)?;
                let destination = self.place(first, Type::B32)?;
                self.together(together, (destination, pair), (value, false), others, members)
            }
            "vote" => {
                let value = self.operand(1)?;
                let value = self.predicate(value)?;
                let members = self.source(2, Type::B32)?;
                let (together, destination) = match () {
                    () if modifiers.has("ballot") => (Together::Ballot, self.place(first, Type::B32)?),
                    () if modifiers.has("all") => (Together::VoteAll, self.predicate_destination(first)?),
                    () if modifiers.has("any") => (Together::VoteAny, self.predicate_destination(first)?),
                    () => (Together::VoteUniform, self.predicate_destination(first)?),
                };
                self.together(together, (destination, None), (value, false), [members; 2], members)
            }
            "match" => {
                let kind = modifiers.kind()?;
                let value = self.source(1, kind)?;
                let members = self.source(2, Type::B32)?;
                let destination = self.place(first, Type::B32)?;
                let together = if modifiers.has("all") { Together::MatchAll } else { Together::MatchAny };
                self.together(together, (destination, pair), (value, wide(kind)), [members; 2], members)
            }
            "redux" => {
                let kind = modifiers.kind()?;
                let change = modifiers.iter().find_map(super::memory::change);
                let Some(change) = change.filter(|_| kind.size() == 4 && !kind.float()) else {
                    return self.unknown();
                };
                let value = self.source(1, kind)?;
                let members = self.source(2, Type::B32)?;
                let destination = self.place(first, kind)?;
                let together = Together::Reduce(change, kind);
                self.together(together, (destination, None), (value, false), [members; 2], members)
            }
            _ => {
                let members = self.source(1, Type::B32)?;
                let destination = self.place(first, Type::B32)?;
                self.together(Together::Elect, (destination, pair), (members, false), [members; 2], members)
            }
        }
    }
}
