/*
 * OpenMP 6.0: the loop transformations that it added to `tile` and `unroll`.
 */
parser grammar OpenMP60;

options { tokenVocab = CLexer; }

fuse_construct
    : fuse_directive compound_statement {this.exitExecutableConstruct();}
    ;

// section 11.3 of OpenMP 6.0
fuse_directive
    : openmp_pragma 'fuse' {this.enterConstruct();} fuse_clauseoptseq NewLine {this.exitDirective();}
    ;

fuse_clauseoptseq
    : fuse_clause*
    ;

// section 6.4.7 of OpenMP 6.0
fuse_clause
    : 'looprange' '(' expression ')' {this.clause();}
    ;

interchange_construct
    : interchange_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 11.4 of OpenMP 6.0
interchange_directive
    : openmp_pragma 'interchange' {this.enterConstruct();} interchange_clauseoptseq NewLine {this.exitDirective();}
    ;

interchange_clauseoptseq
    : interchange_clause*
    ;

// section 11.4.1 of OpenMP 6.0
interchange_clause
    : 'permutation' '(' expression ')' {this.clause();}
    ;

reverse_construct
    : reverse_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 11.5 of OpenMP 6.0
reverse_directive
    : openmp_pragma 'reverse' {this.enterConstruct();} NewLine {this.exitDirective();}
    ;

split_construct
    : split_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 11.6 of OpenMP 6.0
split_directive
    : openmp_pragma 'split' {this.enterConstruct();} split_clause NewLine {this.exitDirective();}
    ;

// section 11.6.1 of OpenMP 6.0
split_clause
    : 'counts' '(' split_count (',' split_count)* ')' {this.clause();}
    ;

split_count
    : 'omp_fill'
    | assignment_expression
    ;

stripe_construct
    : stripe_directive loop_nest {this.exitExecutableConstruct();}
    ;

// section 11.7 of OpenMP 6.0
stripe_directive
    : openmp_pragma 'stripe' {this.enterConstruct();} stripe_clause NewLine {this.exitDirective();}
    ;

stripe_clause
    : 'sizes' '(' expression ')' {this.clause();}
    ;
