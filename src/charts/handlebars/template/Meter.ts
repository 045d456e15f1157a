import { TemplateStop } from './fault.ts'

/**
 * Maximum number of steps of one template: about 0.3 s. A step is one tag, one text between tags, or some characters of
 * a value.
 */
const maxSteps = 1_000_000
/** Maximum number of characters of HTML. Parsing more would block the page for longer than a tenth of a second. */
const maxLength = 60_000
/** Maximum depth of nested programs. */
const maxDepth = 100
/** Characters or entries of a value that cost one step. */
const charactersPerStep = 64
const entriesPerStep = 4
/** Steps for a name, a parameter and the like: each counts as one entry. */
const partCost = 1 / entriesPerStep

/** Thrown to end rendering when the output is full. The output so far is shown. */
export class OutputFull extends Error {}

/** The output of a template, and its limits. */
export class Meter {
  private steps = 0
  private length = 0
  private depth = 0
  private readonly chunks: string[] = []
  /** the line of the last step */
  line = 1

  get html(): string {
    return this.chunks.join('')
  }

  /** Counts the work of a step at this line. */
  step(line: number, cost = 1): void {
    this.line = line
    this.steps += cost
    if (this.steps > maxSteps) throw new TemplateStop('tooMuchWork', line)
  }

  /** Counts parts of the template that are evaluated each time, such as parameters and names. */
  parts(line: number, count: number): void {
    this.step(line, count * partCost)
  }

  /** Counts the size of values that are read or created at this line, including nested lists. */
  weigh(line: number, values: unknown[]): void {
    for (const value of values) {
      if (typeof value === 'string') this.step(line, value.length / charactersPerStep)
      else if (Array.isArray(value)) {
        this.parts(line, value.length)
        for (const entry of value) if (Array.isArray(entry)) this.weigh(line, [entry])
      } else if (typeof value === 'object' && value !== null) this.parts(line, Object.keys(value).length)
    }
  }

  write(text: string): void {
    this.length += text.length
    if (this.length > maxLength) throw new OutputFull()
    this.chunks.push(text)
  }

  /** Runs a nested program. */
  nested(line: number, run: () => void): void {
    if (this.depth >= maxDepth) throw new TemplateStop('tooDeep', line)
    this.depth++
    run()
    this.depth--
  }
}
