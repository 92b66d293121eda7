/* Nothing but a comment. */
;
