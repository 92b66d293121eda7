//! Moves, addresses and the stack (PTX ISA 9.7.9, 9.7.15).

use super::{Body, Lowered, Modifiers, wide};
use crate::execute::cells::{Cells, Exec, Operands, exec};
use crate::execute::code::{Clock, Step};
use crate::interface::Class;
use crate::ptx::{Operand, Space, Special, Type};

impl Body<'_, '_> {
    pub(super) fn moves(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        match opcode {
            "mov" => self.copy(modifiers),
            "cvta" => self.generic(modifiers),
            "isspacep" => {
                let space = self.space(modifiers);
                let source = self.source(1, Type::U64)?;
                let destination = self.predicate_destination(self.operand(0)?)?;
                self.emit(Step::IsSpace { destination, source, space }, Class::Compare);
                Ok(())
            }
            "alloca" => {
                let kind = modifiers.kind()?;
                let size = self.source(1, kind)?;
                let alignment = match self.instruction.operands.get(2) {
                    None => 8,
                    Some(Operand::Integer(number)) => u32::try_from(*number)
                        .ok()
                        .filter(|n| n.is_power_of_two())
                        .ok_or("it is no alignment")?,
                    Some(_) => return self.unknown(),
                };
                let destination = self.destination(0, kind)?;
                self.emit(Step::Alloca { destination, size, wide: wide(kind), alignment }, Class::Move);
                Ok(())
            }
            "stacksave" => {
                let kind = modifiers.kind()?;
                let destination = self.destination(0, kind)?;
                self.emit(Step::StackSave { destination, wide: wide(kind) }, Class::Move);
                Ok(())
            }
            _ => {
                let kind = modifiers.kind()?;
                let source = self.source(0, kind)?;
                self.emit(Step::StackRestore { source, wide: wide(kind) }, Class::Move);
                Ok(())
            }
        }
    }

    /// The state space among the modifiers.
    pub(super) fn space(&self, modifiers: Modifiers) -> Space {
        for modifier in modifiers.iter() {
            return match modifier {
                "global" => Space::Global,
                "const" => Space::Const,
                "shared" | "shared::cta" => Space::Shared,
                "local" => Space::Local,
                "param" | "param::entry" | "param::func" => Space::Param,
                _ => continue,
            };
        }
        Space::Generic
    }

    fn generic(&mut self, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        let space = self.space(modifiers);
        let wide = wide(kind);
        let source = self.source(1, kind)?;
        let destination = self.destination(0, kind)?;
        let step = if modifiers.has("to") {
            Step::FromGeneric { destination, source, space, wide }
        } else {
            Step::ToGeneric { destination, source, space, wide }
        };
        self.emit(step, Class::Move);
        Ok(())
    }

    fn copy(&mut self, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        if kind == Type::Pred {
            let source = self.operand(1)?;
            let source = self.predicate(source)?;
            let destination = self.predicate_destination(self.operand(0)?)?;
            unsafe fn exec(cells: &Cells, o: &Operands) {
                unsafe { cells.set_predicate(o[0], cells.predicate(o[1])) }
            }
            self.data(exec as Exec, &[destination, source], Class::Move);
            return Ok(());
        }
        if let Operand::Vector(parts) = self.operand(0)? {
            return self.unpack(kind, parts);
        }
        if let Operand::Vector(parts) = self.operand(1)? {
            return self.pack(kind, parts);
        }
        if let Operand::Special(special) = self.operand(1)?
            && let Some(clock) = clock(*special)
        {
            let kind = if matches!(clock, Clock::Whole | Clock::Nanoseconds) { Type::U64 } else { Type::U32 };
            let destination = self.destination(0, kind)?;
            self.emit(Step::Clock { destination, kind: clock }, Class::Move);
            return Ok(());
        }
        let source = self.source(1, kind)?;
        let destination = self.destination(0, kind)?;
        let exec = if wide(kind) { exec!(|a: u64| -> u64 { a }) } else { exec!(|a: u32| -> u32 { a }) };
        self.data(exec, &[destination, source], Class::Move);
        Ok(())
    }

    /// `mov.b64 {a, b}, c`
    fn unpack(&mut self, kind: Type, parts: &[Operand]) -> Lowered {
        let part = part(kind, parts.len()).ok_or("the vector does not fit the type")?;
        let source = self.source(1, kind)?;
        let exec = match (wide(kind), part) {
            (true, Type::B32) => exec!(|a: u64, by: u32| -> u32 { (a >> by) as u32 }),
            (true, Type::B16) => exec!(|a: u64, by: u32| -> u16 { (a >> by) as u16 }),
            (true, _) => exec!(|a: u64, by: u32| -> u8 { (a >> by) as u8 }),
            (false, Type::B16) => exec!(|a: u32, by: u32| -> u16 { (a >> by) as u16 }),
            (false, _) => exec!(|a: u32, by: u32| -> u8 { (a >> by) as u8 }),
        };
        // A part may be the source itself, so all but the last go through scratch registers.
        let copy = exec!(|a: u32| -> u32 { a });
        let mut copies = Vec::new();
        for (index, operand) in parts.iter().enumerate() {
            if *operand == Operand::Sink {
                continue;
            }
            let by = self.constant(u64::from(part.size() * 8) * index as u64, false);
            let destination = self.place(operand, part)?;
            if index + 1 == parts.len() || destination != source {
                self.data(exec, &[destination, source, by], Class::Move);
            } else {
                let scratch = self.scratch();
                self.data(exec, &[scratch, source, by], Class::Move);
                copies.push((destination, scratch));
            }
        }
        for (destination, scratch) in copies {
            self.data(copy, &[destination, scratch], Class::Move);
        }
        Ok(())
    }

    /// `mov.b64 c, {a, b}`
    fn pack(&mut self, kind: Type, parts: &[Operand]) -> Lowered {
        let part = part(kind, parts.len()).ok_or("the vector does not fit the type")?;
        let destination = self.destination(0, kind)?;
        let mut sources = Vec::with_capacity(parts.len());
        for operand in parts {
            sources.push(self.value(operand, part)?);
        }
        let exec = match (wide(kind), part) {
            (true, Type::B32) => exec!(|a: u32, b: u32| -> u64 { u64::from(b) << 32 | u64::from(a) }),
            (true, Type::B16) => exec!(|a: u16, b: u16, c: u16, d: u16| -> u64 {
                u64::from(d) << 48 | u64::from(c) << 32 | u64::from(b) << 16 | u64::from(a)
            }),
            (false, Type::B16) => exec!(|a: u16, b: u16| -> u32 { u32::from(b) << 16 | u32::from(a) }),
            (false, Type::B8) if kind.size() == 4 => {
                exec!(|a: u8, b: u8, c: u8, d: u8| -> u32 { u32::from_le_bytes([a, b, c, d]) })
            }
            (false, Type::B8) => exec!(|a: u8, b: u8| -> u16 { u16::from_le_bytes([a, b]) }),
            _ => return self.unknown(),
        };
        sources.insert(0, destination);
        self.data(exec, &sources, Class::Move);
        Ok(())
    }
}

/// The type of the parts of a vector that fills `kind`.
fn part(kind: Type, count: usize) -> Option<Type> {
    match kind.size() as usize / count.max(1) {
        4 if count == 2 => Some(Type::B32),
        2 if count == 2 || count == 4 => Some(Type::B16),
        1 if count == 2 || count == 4 => Some(Type::B8),
        _ => None,
    }
}

fn clock(special: Special) -> Option<Clock> {
    Some(match special {
        Special::Clock => Clock::Low,
        Special::ClockHi => Clock::High,
        Special::Clock64 => Clock::Whole,
        Special::Globaltimer => Clock::Nanoseconds,
        Special::GlobaltimerLo => Clock::NanosecondsLow,
        Special::GlobaltimerHi => Clock::NanosecondsHigh,
        _ => return None,
    })
}
