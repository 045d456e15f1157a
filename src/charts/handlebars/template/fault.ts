/** Why a template was not rendered. */
export type FaultReason =
  /** it cannot be read */
  | 'syntax'
  /** `detail` is no helper */
  | 'noHelper'
  /** `detail` is no partial */
  | 'noPartial'
  /** it repeats too often */
  | 'tooMuchWork'
  /** partials include each other without an end */
  | 'tooDeep'
  /** a helper got arguments that it cannot use; `detail` says which */
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
