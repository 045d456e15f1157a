import { changedControls, type ExploreForm } from './exploreForm.ts'

/** Control values of chart types that were selected before, so that they can be restored. */
export interface TypeMemory {
  /** by chart type: its controls when it was left, and controls set under other types since */
  left: ReadonlyMap<string, { form: ExploreForm; since: readonly string[] }>
  /** by chart type: its controls when it was last entered */
  entered: ReadonlyMap<string, ExploreForm>
  /** the newest value of every control, set under any type */
  newest: ExploreForm
}

/** Controls for one metric and for several: setting one of them replaces the value of the other. */
const twins: Record<string, string> = { metric: 'metrics', metrics: 'metric' }

/** The memory of a chart that was opened with this form: its type counts as entered. */
export function startMemory(form: ExploreForm): TypeMemory {
  return { left: new Map(), entered: new Map([[typeOf(form), form]]), newest: {} }
}

/** The memory when the type of the form is entered. */
export function enterType(memory: TypeMemory, form: ExploreForm): TypeMemory {
  return { ...memory, entered: new Map(memory.entered).set(typeOf(form), form) }
}

/** The memory when the type of the form is left. Values of another dataset are dropped. */
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

/** Controls that other types do not take over: a row limit for reading a table does not fit a chart. */
function ownControls(form: ExploreForm): ReadonlySet<string> {
  return new Set(form['query_mode'] === 'raw' ? ['query_mode', 'row_limit'] : ['query_mode'])
}
