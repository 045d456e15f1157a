/** SQL that is a single number, string, boolean or NULL, with any signs and parentheses around it. */
const CONSTANT =
  /^[\s(+-]*(?:\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|'(?:[^']|'')*'|null|true|false)[\s)]*$/i

/**
 * A term of GROUP BY or ORDER BY that is evaluated as the expression it is: databases read a bare number there as the
 * position of a column, and some reject other constants.
 */
export const asTerm = (text: string): string => (CONSTANT.test(text) ? `CASE WHEN 1 = 1 THEN ${text} END` : text)
