import { typeFault } from './fault.ts'
import { type Arguments, Callable, type Value } from './values.ts'

/** One parameter. Required if it has no `otherwise`. */
export interface Formal {
  name: string
  otherwise?: Value
}

/** A host function that templates may call. `name` is used in error messages; a name with a dot is that of a method. */
export function hostFunction(name: string, formals: readonly Formal[], run: (...values: Value[]) => Value): Callable {
  return new Callable(name, (args) => run(...bindArguments(name, formals, args)))
}

/** Values in the order of the parameters. @throws TemplateFault, worded like Jinja, if they do not match */
export function bindArguments(name: string, formals: readonly Formal[], { positional, named }: Arguments): Value[] {
  // a method counts its object among the arguments
  const own = name.includes('.') ? 1 : 0
  if (positional.length > formals.length) {
    const [most, least] = [
      formals.length + own,
      formals.filter(({ otherwise }) => otherwise === undefined).length + own,
    ]
    const takes = least < most ? `from ${least} to ${most}` : `${most}`
    const given = positional.length + own
    throw typeFault(
      `${name}() takes ${takes} positional argument${most === 1 && least === most ? '' : 's'} but ${given} ${given === 1 ? 'was' : 'were'} given`,
    )
  }
  for (const key of named.keys()) {
    const at = formals.findIndex((formal) => formal.name === key)
    if (at < 0) throw typeFault(`${name}() got an unexpected keyword argument '${key}'`)
    if (at < positional.length) throw typeFault(`${name}() got multiple values for argument '${key}'`)
  }
  const values = formals.map((formal, index) => {
    if (index < positional.length) return positional[index]
    return named.has(formal.name) ? named.get(formal.name) : formal.otherwise
  })
  const missing = formals.filter((_, index) => values[index] === undefined).map((formal) => `'${formal.name}'`)
  if (missing.length > 0) {
    const plural = missing.length === 1 ? '' : 's'
    throw typeFault(`${name}() missing ${missing.length} required positional argument${plural}: ${andList(missing)}`)
  }
  return values as Value[]
}

function andList(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}
