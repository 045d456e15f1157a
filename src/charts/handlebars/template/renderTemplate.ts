import { fail, ok, type Result } from '../../../model/basics/result.ts'
import { beforeParsing } from './beforeParsing.ts'
import { type TemplateFault, TemplateStop } from './fault.ts'
import { Interpreter, type Rendered } from './Interpreter.ts'
import { type Program, parseTemplate, syntaxFault } from './syntax.ts'
import type { Values } from './values.ts'

/**
 * Renders a template in the Handlebars language with these values. Interprets the syntax tree, because a compiled
 * template would have to be executed as code. Pure.
 */
export function renderTemplate(template: string, values: Values): Result<Rendered, TemplateFault> {
  let program: Program
  try {
    beforeParsing(template)
    program = parseTemplate(template)
  } catch (error) {
    if (error instanceof TemplateStop) return fail(error.fault)
    // the parser has no other way to report an error
    return fail({ reason: 'syntax', ...syntaxFault(error) })
  }
  try {
    return ok(new Interpreter(values).run(program))
  } catch (error) {
    if (error instanceof TemplateStop) return fail(error.fault)
    throw error
  }
}
