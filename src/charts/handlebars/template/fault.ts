/** Why a template was not rendered. */
export type FaultReason =
  /** a syntax error */
  | 'syntax'
  /** `detail` is not a helper */
  | 'noHelper'
  /** `detail` is not a partial */
  | 'noPartial'
  /** the template needs too many steps, or creates a text that is too long */
  | 'tooMuchWork'
  /** partials include each other endlessly */
  | 'tooDeep'
  /** a helper got arguments that it cannot use; `detail` describes the problem */
  | 'badArgument'

export interface TemplateFault {
  reason: FaultReason
  /** counted from 1 */
  line: number
  /** a name or a sentence, depending on the reason; may be empty */
  detail: string
}

/** Stops rendering; caught where rendering starts. */
export class TemplateStop extends Error {
  readonly fault: TemplateFault

  constructor(reason: FaultReason, line: number, detail = '') {
    super(`${reason} in line ${line}: ${detail}`)
    this.fault = { reason, line, detail }
  }
}
