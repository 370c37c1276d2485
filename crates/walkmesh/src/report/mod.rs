//! What a person wants to see: debug drawing as data, figures.
