//! From the model to text. Nothing here sees a parse tree or reads source: a
//! dialect gets names, types and pieces of text that are already rewritten,
//! and puts CUDA around them.

pub mod cuda;
pub mod thesis;
