//! Polynomials with integer coefficients: the form in which subscripts are compared.
//!
//! `i * n + j - 1` and `(j - 1) + n * i` are the same polynomial over `i`, `j` and `n`.

use std::collections::BTreeMap;

use super::tree::Variable;

/// More terms than this are not counted with.
const MOST_TERMS: usize = 64;

/// Something that has one value while the loops run, or a loop variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    Variable(Variable),
    /// What is read from memory, by its text.
    Loaded(String),
}

/// A sum of products of atoms, each with a coefficient that is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Vec<Atom>, i64>);

impl Polynomial {
    pub fn constant(value: i64) -> Self {
        let mut terms = BTreeMap::new();
        if value != 0 {
            terms.insert(Vec::new(), value);
        }
        Polynomial(terms)
    }

    pub fn atom(atom: Atom) -> Self {
        Polynomial(BTreeMap::from([(vec![atom], 1)]))
    }

    pub fn variable(variable: &Variable) -> Self {
        Polynomial::atom(Atom::Variable(variable.clone()))
    }

    /// A number of which nothing is known but its name.
    pub fn unknown(name: &str) -> Self {
        Polynomial::atom(Atom::Loaded(name.to_owned()))
    }

    /// Its value, if it is a number.
    pub fn value(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// `None` where a coefficient would be too large.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut terms = self.0.clone();
        for (product, coefficient) in &other.0 {
            let sum = terms.get(product).unwrap_or(&0).checked_add(*coefficient)?;
            if sum == 0 {
                terms.remove(product);
            } else {
                terms.insert(product.clone(), sum);
            }
        }
        (terms.len() <= MOST_TERMS).then_some(Polynomial(terms))
    }

    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(&Polynomial::constant(-1))?)
    }

    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut sum = Polynomial::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let mut product = [left.as_slice(), right].concat();
                product.sort();
                sum = sum.plus(&Polynomial(BTreeMap::from([(product, a.checked_mul(*b)?)])))?;
            }
        }
        Some(sum)
    }

    /// Whether an atom stands in it.
    pub fn has(&self, variable: &Variable) -> bool {
        self.0.keys().flatten().any(|atom| matches!(atom, Atom::Variable(found) if found == variable))
    }

    /// All atoms in it, each as often as it stands there.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.0.keys().flatten()
    }

    /// The products of atoms, each with its coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        self.0.iter().map(|(product, coefficient)| (product.as_slice(), *coefficient))
    }

    /// The polynomial with another one in a variable's place. `None` if the variable is multiplied by itself.
    pub fn with(&self, variable: &Variable, value: &Self) -> Option<Self> {
        let (factor, rest) = self.split(variable)?;
        factor.times(value)?.plus(&rest)
    }

    /// What a variable is multiplied by, and the rest without it. `None` if it is multiplied by itself.
    pub fn split(&self, variable: &Variable) -> Option<(Self, Self)> {
        let (mut factor, mut rest) = (Polynomial::default(), Polynomial::default());
        let is_it = |atom: &&Atom| matches!(atom, Atom::Variable(found) if found == variable);
        for (product, coefficient) in &self.0 {
            match product.iter().filter(is_it).count() {
                0 => {
                    rest.0.insert(product.clone(), *coefficient);
                }
                1 => {
                    let others = product.iter().filter(|atom| !is_it(atom)).cloned().collect();
                    factor.0.insert(others, *coefficient);
                }
                _ => return None,
            }
        }
        Some((factor, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str) -> Variable {
        Variable { name: name.into(), declared: 0 }
    }

    fn of(name: &str) -> Polynomial {
        Polynomial::variable(&variable(name))
    }

    #[test]
    fn equal_sums_are_equal() {
        let one = Polynomial::constant(1);
        let left = of("i").times(&of("n")).unwrap().plus(&of("j")).unwrap().minus(&one).unwrap();
        let right = of("j").minus(&one).unwrap().plus(&of("n").times(&of("i")).unwrap()).unwrap();
        assert_eq!(left, right);
        assert_ne!(left, right.plus(&one).unwrap());
        assert_eq!(left.minus(&right).unwrap().value(), Some(0));
    }

    #[test]
    fn a_variable_is_split_off() {
        let sum = of("i").times(&of("n")).unwrap().plus(&of("j")).unwrap();
        let (factor, rest) = sum.split(&variable("i")).unwrap();
        assert_eq!((factor, rest), (of("n"), of("j")));
        let square = of("i").times(&of("i")).unwrap();
        assert!(square.split(&variable("i")).is_none());
    }

    #[test]
    fn too_large_a_number_is_refused() {
        let large = Polynomial::constant(i64::MAX);
        assert!(large.plus(&Polynomial::constant(1)).is_none());
        assert!(large.times(&Polynomial::constant(2)).is_none());
    }
}
