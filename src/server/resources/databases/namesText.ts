/**
 * Lower-case names, joined to one text: searching it takes a fraction of the time of searching hundreds of thousands of
 * texts one by one, which would be repeated for each typed letter.
 */
export interface NamesText {
  text: string
  /** Where each name begins, and where the one after the last would begin. */
  starts: Uint32Array
}

const BORDER = '\n'

export function namesText(names: readonly string[]): NamesText {
  const lower = names.map((name) => name.toLowerCase())
  const starts = new Uint32Array(lower.length + 1)
  lower.forEach((name, at) => {
    starts[at + 1] = (starts[at] ?? 0) + name.length + BORDER.length
  })
  return { text: lower.join(BORDER), starts }
}

/** Indexes of the names that contain a lower-case text; those that begin with it come first. */
export function namesWith({ text, starts }: NamesText, wanted: string): number[] {
  const first: number[] = []
  const further: number[] = []
  const count = starts.length - 1
  let name = 0
  for (let at = text.indexOf(wanted); at >= 0 && name < count; ) {
    while (name < count - 1 && (starts[name + 1] as number) <= at) name += 1
    const start = starts[name] as number
    const next = starts[name + 1] as number
    if (at + wanted.length < next) {
      if (at === start) first.push(name)
      else further.push(name)
      // one match of a name is enough
      at = text.indexOf(wanted, next)
    } else at = text.indexOf(wanted, at + 1) // it extends into the next name
  }
  return first.concat(further)
}
