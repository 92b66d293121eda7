//! Loads, stores, atomic operations and fences (PTX ISA 9.7.9, 9.7.13).

use super::{Body, Lowered, Modifiers, Refused, wide};
use crate::execute::cells::Cell;
use crate::execute::code::{Access, Atomic, Change, Slot, Step};
use crate::interface::Class;
use crate::ptx::{Operand, Space, Type};

/// Where an instruction goes in memory.
struct Place {
    space: Space,
    address: Cell,
    wide: bool,
    offset: i64,
    slot: Option<Slot>,
}

impl Body<'_, '_> {
    pub(super) fn memory(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        match opcode {
            "ld" | "ldu" | "st" => self.access(opcode == "st", modifiers),
            "atom" | "red" => self.atomic(opcode == "red", modifiers),
            "membar" | "fence" => {
                self.emit(Step::Fence, Class::Barrier);
                Ok(())
            }
            _ => {
                self.emit(Step::Nothing, Class::Load);
                Ok(())
            }
        }
    }

    fn address_of(&mut self, operand: &Operand, space: Space) -> Result<Place, Refused> {
        let Operand::Address(base, offset) = operand else {
            return Err("an address in brackets is expected".to_owned());
        };
        let place = |address, wide, offset| Place { space, address, wide, offset, slot: None };
        match &**base {
            Operand::Param(number, more) if space == Space::Param => {
                let offset = offset.wrapping_add(*more);
                if self.function.kernel && (*number as usize) < self.function.parameters.len() {
                    let start = i64::from(self.parameter_offset(*number)?);
                    let zero = self.constant(0, true);
                    return Ok(place(zero, true, start.wrapping_add(offset)));
                }
                if let Some(start) = self.in_local_frame(*number) {
                    let space = Space::Local;
                    let address = self.local_address(start, Type::U64);
                    return Ok(Place { space, address, wide: true, offset, slot: None });
                }
                let slot = self.slots[*number as usize];
                Ok(Place { space, address: 0, wide: false, offset, slot: Some(slot) })
            }
            Operand::Register(number) => {
                let wide = wide(self.body.registers[*number as usize]);
                let address = self.value(base, if wide { Type::U64 } else { Type::U32 })?;
                Ok(place(address, wide, *offset))
            }
            other => Ok(place(self.value(other, Type::U64)?, true, *offset)),
        }
    }

    fn access(&mut self, store: bool, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        let space = self.space(modifiers);
        let strong =
            ["volatile", "acquire", "relaxed", "release", "mmio"].iter().any(|name| modifiers.has(name));
        let place = self.address_of(self.operand(usize::from(!store))?, space)?;
        let single;
        let operands = match self.operand(usize::from(store))? {
            Operand::Vector(operands) => &operands[..],
            operand => {
                single = [operand.clone()];
                &single[..]
            }
        };
        if !matches!(operands.len(), 1 | 2 | 4 | 8) || kind == Type::B128 || kind == Type::Pred {
            return self.unknown();
        }
        // All registers are taken to be of the same width; where one is not,
        // it goes through a scratch register.
        let mut values = [0; 8];
        let is_wide = wide(kind);
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = if store { self.value(operand, kind)? } else { self.place(operand, kind)? };
        }
        let access = Box::new(Access {
            space: place.space,
            address: place.address,
            wide_address: place.wide,
            offset: place.offset,
            kind,
            count: operands.len() as u8,
            values,
            wide: is_wide,
            strong,
            slot: place.slot,
        });
        if let Some(slot) = place.slot {
            let end = place.offset + i64::from(kind.size()) * operands.len() as i64;
            if place.offset < 0 || end > i64::from(slot.stride) {
                return Err("the access leaves its parameter".to_owned());
            }
        }
        if store {
            self.emit(Step::Store(access), Class::Store);
        } else {
            self.emit(Step::Load(access), Class::Load);
        }
        Ok(())
    }

    fn atomic(&mut self, reduction: bool, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        let change = modifiers.iter().find_map(change);
        let Some(change) = change else { return self.unknown() };
        if modifiers.has("v2") || modifiers.has("v4") || modifiers.has("v8") || kind == Type::B128 {
            return self.unknown();
        }
        let space = self.space(modifiers);
        let first = usize::from(!reduction);
        let place = self.address_of(self.operand(first)?, space)?;
        let value = self.source(first + 1, kind)?;
        let second = if change == Change::Compare { self.source(first + 2, kind)? } else { value };
        let destination = if reduction { None } else { Some(self.destination(0, kind)?) };
        let atomic = Atomic {
            space: place.space,
            address: place.address,
            wide_address: place.wide,
            offset: place.offset,
            change,
            kind,
            destination,
            value,
            second,
        };
        self.emit(Step::Atomic(Box::new(atomic)), Class::Atomic);
        Ok(())
    }
}

/// The operation that a modifier names.
pub(super) fn change(name: &str) -> Option<Change> {
    Some(match name {
        "and" => Change::And,
        "or" => Change::Or,
        "xor" => Change::Xor,
        "exch" => Change::Exchange,
        "cas" => Change::Compare,
        "add" => Change::Add,
        "inc" => Change::Increment,
        "dec" => Change::Decrement,
        "min" => Change::Minimum,
        "max" => Change::Maximum,
        _ => return None,
    })
}
