import { changedControls, type ExploreForm } from './exploreForm.ts'

/** What is known of the chart types that were left, so that coming back finds them as they were. */
export interface TypeMemory {
  /** by chart type: its controls when it was left, and those that were set under other types since */
  left: ReadonlyMap<string, { form: ExploreForm; since: readonly string[] }>
  /** by chart type: its controls as it was entered the last time */
  entered: ReadonlyMap<string, ExploreForm>
  /** the newest value of every control, whichever type had it */
  newest: ExploreForm
}

/** What one metric and several metrics say of each other: the one that is set replaces the other. */
const twins: Record<string, string> = { metric: 'metrics', metrics: 'metric' }

/** A chart that was opened with a form, of a type that it has had from the start. */
export function startMemory(form: ExploreForm): TypeMemory {
  return { left: new Map(), entered: new Map([[typeOf(form), form]]), newest: {} }
}

/** The memory as the type of the form is entered. */
export function enterType(memory: TypeMemory, form: ExploreForm): TypeMemory {
  return { ...memory, entered: new Map(memory.entered).set(typeOf(form), form) }
}

/** The memory as the type of the form is left. What was known of another dataset is forgotten. */
export function leaveType(memory: TypeMemory, form: ExploreForm): TypeMemory {
  const before = memory.newest['datasource']
  const isSame = before === undefined || before === form['datasource']
  const own = ownControls(form)
  const start = memory.entered.get(typeOf(form)) ?? {}
  const set = changedControls(start, form).filter((name) => !own.has(name))

  const newest = isSame ? { ...memory.newest } : {}
  for (const name of set) {
    delete newest[name]
    const twin = twins[name]
    if (twin !== undefined) delete newest[twin]
  }
  for (const [name, value] of Object.entries(form)) if (!own.has(name)) newest[name] = value

  const left = new Map<string, { form: ExploreForm; since: readonly string[] }>()
  for (const [type, { form: known, since }] of isSame ? memory.left : [])
    left.set(type, { form: known, since: [...new Set([...since, ...set])] })
  left.set(typeOf(form), { form, since: [] })
  return { ...memory, left, newest }
}

const typeOf = (form: ExploreForm) => String(form['viz_type'])

/** Controls that no other type takes over: so many rows were right for reading, not for a picture. */
function ownControls(form: ExploreForm): ReadonlySet<string> {
  return new Set(form['query_mode'] === 'raw' ? ['query_mode', 'row_limit'] : ['query_mode'])
}
