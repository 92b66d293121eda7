//! Branches, calls and barriers (PTX ISA 9.7.12, 9.7.13).

use super::{Body, Lowered, Modifiers, Refused};
use crate::execute::code::{Barrier, Call, Callee, Reduction, Slot, Step};
use crate::execute::program::Symbol;
use crate::interface::Class;
use crate::ptx::{Operand, Type};

impl Body<'_, '_> {
    pub(super) fn control(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        match opcode {
            "bra" => {
                let Operand::Label(label) = self.operand(0)? else {
                    return Err("a label is expected".to_owned());
                };
                self.branches.push(self.lowering.image.code.len());
                self.emit(Step::Branch(*label), Class::Control);
            }
            "brx" => {
                let index = self.source(0, Type::U32)?;
                let Operand::Targets(list) = self.operand(1)? else {
                    return Err("a list of labels is expected".to_owned());
                };
                let targets = self.body.targets[*list as usize].clone().into();
                self.branches.push(self.lowering.image.code.len());
                self.emit(Step::BranchTable { index, targets }, Class::Control);
            }
            "call" => self.call()?,
            // A kernel's return ends the thread.
            "ret" if self.function.kernel => self.emit(Step::Exit, Class::Control),
            "ret" => {
                let function = self.lowering.image.numbers[&self.number];
                self.emit(Step::Return(function), Class::Control);
            }
            "exit" => self.emit(Step::Exit, Class::Control),
            "trap" | "brkpt" => self.emit(Step::Trap, Class::Control),
            "nanosleep" => {
                self.emit(Step::Nanosleep, Class::Control);
            }
            "bar" | "barrier" => self.barrier(opcode, modifiers)?,
            _ => self.emit(Step::Nothing, Class::Control),
        }
        Ok(())
    }

    fn slots_of(&self, operand: Option<&Operand>) -> Result<Vec<Slot>, Refused> {
        let Some(Operand::List(operands)) = operand else { return Ok(Vec::new()) };
        operands
            .iter()
            .map(|operand| match operand {
                Operand::Param(number, 0) => Ok(self.slots[*number as usize]),
                _ => Err("the arguments of a call must be `.param` variables".to_owned()),
            })
            .collect()
    }

    /// `call (results), function, (arguments), prototype;`
    fn call(&mut self) -> Lowered {
        let operands = &self.instruction.operands;
        let first = usize::from(matches!(operands.first(), Some(Operand::List(_))));
        let results = self.slots_of(operands.first().filter(|_| first == 1))?;
        let arguments = self.slots_of(operands.get(first + 1))?;
        let callee = match self.operand(first)? {
            Operand::Symbol(name, 0) => match self.lowering.program.resolve(self.module, name) {
                Some(Symbol::Function(number)) => match self.lowering.image.numbers.get(&number) {
                    Some(number) => Callee::Function(*number),
                    None => return Err(format!("`{name}` is not defined")),
                },
                Some(Symbol::Native(native)) => Callee::Native(native),
                _ => return Err(format!("`{name}` is no function")),
            },
            register @ Operand::Register(_) => Callee::Pointer(self.value(register, Type::U64)?),
            _ => return Err("a function is expected".to_owned()),
        };
        let frame = self.lowering.image.functions[self.lowering.image.numbers[&self.number] as usize].frame;
        self.emit(Step::Call(Box::new(Call { callee, frame, arguments, results })), Class::Control);
        Ok(())
    }

    fn barrier(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        if modifiers.has("cluster") {
            return self.unknown();
        }
        if modifiers.has("warp") {
            return self.synchronise();
        }
        let aligned = opcode == "bar" || modifiers.has("aligned");
        let reduced = modifiers.has("red");
        // The destination of a reduction stands first, the predicate last.
        let first = usize::from(reduced);
        let number = self.source(first, Type::U32)?;
        let last = self.instruction.operands.len() - usize::from(reduced);
        let count = if last > first + 1 { Some(self.source(first + 1, Type::U32)?) } else { None };
        let reduction = if reduced {
            let predicate = self.operand(last)?;
            let predicate = self.predicate(predicate)?;
            let kind = match () {
                () if modifiers.has("popc") => Reduction::Count,
                () if modifiers.has("and") => Reduction::And,
                () => Reduction::Or,
            };
            let destination = if kind == Reduction::Count {
                self.destination(0, Type::U32)?
            } else {
                self.predicate_destination(self.operand(0)?)?
            };
            Some((kind, destination, predicate))
        } else {
            None
        };
        let wait = !modifiers.has("arrive");
        if !wait && count.is_none() {
            return Err("`bar.arrive` must say how many threads take part".to_owned());
        }
        self.emit(
            Step::Barrier(Box::new(Barrier { number, count, wait, aligned, reduction })),
            Class::Barrier,
        );
        Ok(())
    }
}
