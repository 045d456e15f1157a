/** The tables of docs/reliability.md: each guarantee with the commands that test it, in a short and a long form. */

export interface Command {
  /** The command as the document shows it. */
  text: string
  env: Record<string, string>
  args: string[]
}

export interface Guarantee {
  text: string
  /** Empty if only the long form tests the guarantee. */
  short: Command[]
  long: Command[]
}

const VARIABLE = /^([A-Z][A-Z0-9_]*)=(\S+)$/

function parseCommand(text: string): Command {
  const words = text.split(/\s+/)
  const from = words.findIndex((word) => !VARIABLE.test(word))
  if (from === -1) throw new Error(`this is no command: ${text}`)
  const env = Object.fromEntries(
    words.slice(0, from).map((word) => {
      const [, name = '', value = ''] = VARIABLE.exec(word) ?? []
      return [name, value]
    }),
  )
  return { text, env, args: words.slice(from) }
}

const commandsIn = (cell: string): Command[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => parseCommand(text))

/**
 * Reads rows of three cells: guarantee, short form, long form. 'the same' in the second cell means the commands of the
 * row above; an empty third cell means the commands of the short form.
 */
export function readGuarantees(document: string): Guarantee[] {
  const guarantees: Guarantee[] = []
  for (const line of document.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [text = '', short = '', long = ''] = cells
    if (cells.length !== 3 || text === 'guarantee' || text === 'goal' || /^-+$/.test(text)) continue
    const above = guarantees.at(-1)
    if (short === 'the same' && above) guarantees.push({ ...above, text })
    else {
      const commands = commandsIn(short)
      const [shortForm, longForm] = [commands, long === '' ? commands : commandsIn(long)]
      if (longForm.length === 0) throw new Error(`no command tests this: ${text}`)
      guarantees.push({ text, short: shortForm, long: longForm })
    }
  }
  return guarantees
}
