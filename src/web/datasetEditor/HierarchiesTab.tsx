import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import {
  type Hierarchy,
  hierarchiesOf,
  hierarchyProblems,
  type Level,
  withHierarchies,
} from '../../model/dataset/hierarchies.ts'
import { TIME_GRAIN_NAMES } from '../../model/time/timeGrain.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/select/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './HierarchiesTab.module.css'
import { problemTexts } from './problemText.ts'
import type { TabProps } from './tabs.ts'

const texts = defineTexts('datasetEditor.hierarchies', {
  about:
    'Levels from the coarsest to the finest, such as country and city. Charts offer to drill down from a value to the next level.',
  none: 'No hierarchies',
  noneText: 'Time columns need no hierarchy: charts drill down from year to quarter, month and day.',
  name: 'Hierarchy name',
  level: 'Level {number} of {name}',
  column: 'Column',
  grain: 'Time grain of level {number} of {name}',
  anyGrain: 'Grain of the chart',
  levels: 'Levels of {name}',
  up: 'Move {column} up',
  down: 'Move {column} down',
  removeLevel: 'Remove {column}',
  addLevel: 'Add level',
  add: 'Add hierarchy',
  remove: 'Delete hierarchy {name}',
})

/** Buckets of times, the coarsest first. */
const grains = (['P1Y', 'P3M', 'P1M', 'P1W', 'P1D', 'PT1H'] as const).map((value) => ({
  value,
  label: TIME_GRAIN_NAMES[value],
}))

/** Columns that charts drill down by, one after another. */
export function HierarchiesTab({ draft, onChange }: Omit<TabProps, 'wrongKeys'>) {
  const t = useText()
  const hierarchies = hierarchiesOf(draft.extra)
  const names = new Set(draft.columns.map(({ column_name }) => column_name.trim()))
  const problems = hierarchyProblems(hierarchies, names)
  const set = (next: Hierarchy[]) => onChange({ ...draft, extra: withHierarchies(draft.extra, next) })
  return (
    <div className={css.tab}>
      <p className={css.about}>{t(texts.about)}</p>
      {hierarchies.length === 0 ? (
        <EmptyState size="small" picture={false} title={t(texts.none)} text={t(texts.noneText)} />
      ) : null}
      {hierarchies.map((each, at) => (
        <HierarchyForm
          key={String(at)}
          hierarchy={each}
          columns={draft.columns}
          complaints={problemTexts(
            t,
            // a new hierarchy is not marked as invalid yet
            problems.filter(({ hierarchy, name }) => hierarchy === at && name !== ''),
          )}
          onChange={(next) => set(hierarchies.with(at, next))}
          onRemove={() => set(hierarchies.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button size="sm" icon={<Plus size={14} />} onClick={() => set([...hierarchies, { name: '', levels: [] }])}>
          {t(texts.add)}
        </Button>
      </div>
    </div>
  )
}

interface HierarchyFormProps {
  hierarchy: Hierarchy
  columns: TabProps['draft']['columns']
  complaints: string[]
  onChange: (hierarchy: Hierarchy) => void
  onRemove: () => void
}

function HierarchyForm({ hierarchy, columns, complaints, onChange, onRemove }: HierarchyFormProps) {
  const t = useText()
  const { name, levels } = hierarchy
  const setLevels = (next: Level[]) => onChange({ ...hierarchy, levels: next })
  return (
    <section className={css.hierarchy} aria-label={name}>
      <div className={css.head}>
        <TextField label={t(texts.name)} value={name} onChange={(next) => onChange({ ...hierarchy, name: next })} />
        <IconButton label={t(texts.remove, { name })} icon={<Trash2 size={14} />} onClick={onRemove} />
      </div>
      <ol className={css.levels} aria-label={t(texts.levels, { name })}>
        {levels.map((level, at) => (
          <LevelRow
            key={String(at)}
            name={name}
            levels={levels}
            at={at}
            columns={columns}
            onChange={(next) => setLevels(levels.with(at, next))}
            onMove={(by) => setLevels(levels.toSpliced(at, 1).toSpliced(at + by, 0, level))}
            onRemove={() => setLevels(levels.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <div>
        <Button
          size="xs"
          icon={<Plus size={13} />}
          onClick={() => setLevels([...levels, nextLevel(levels, columns)])}
          disabled={columns.length === 0}
        >
          {t(texts.addLevel)}
        </Button>
      </div>
      {complaints.length > 0 ? <output className={css.complaints}>{complaints.join(' ')}</output> : null}
    </section>
  )
}

/** The first column that is not a level yet, as the initial level. */
function nextLevel(levels: readonly Level[], columns: TabProps['draft']['columns']): Level {
  const free = columns.find(
    ({ column_name, groupby }) => groupby && !levels.some(({ column }) => column === column_name),
  )
  const { column_name = '', is_dttm = false } = free ?? columns[0] ?? {}
  return { column: column_name, ...(is_dttm && { grain: 'P1Y' }) }
}

interface LevelRowProps {
  /** errors of the hierarchy */
  name: string
  levels: readonly Level[]
  at: number
  columns: TabProps['draft']['columns']
  onChange: (level: Level) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function LevelRow({ name, levels, at, columns, onChange, onMove, onRemove }: LevelRowProps) {
  const t = useText()
  const { column, grain } = levels[at] ?? { column: '' }
  const isTime = columns.some(({ column_name, is_dttm }) => column_name === column && is_dttm)
  const words = { number: at + 1, name }
  return (
    <li className={css.level}>
      <Select
        label={t(texts.level, words)}
        placeholder={t(texts.column)}
        options={columns.map(({ column_name, verbose_name }) => ({
          value: column_name,
          label: verbose_name ? `${column_name} (${verbose_name})` : column_name,
        }))}
        value={column}
        onChange={(next) => {
          const becomesTime = columns.some(({ column_name, is_dttm }) => column_name === next && is_dttm)
          onChange({ column: next ?? '', ...(becomesTime && { grain: grain ?? 'P1Y' }) })
        }}
      />
      {isTime ? (
        <Select
          label={t(texts.grain, words)}
          placeholder={t(texts.anyGrain)}
          clearable
          options={grains}
          value={grain}
          onChange={(next) => onChange({ column, ...(next !== undefined && { grain: next }) })}
        />
      ) : null}
      <span className={css.tools}>
        <IconButton
          label={t(texts.up, { column })}
          icon={<ArrowUp size={14} />}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t(texts.down, { column })}
          icon={<ArrowDown size={14} />}
          disabled={at === levels.length - 1}
          onClick={() => onMove(1)}
        />
        <IconButton label={t(texts.removeLevel, { column })} icon={<Trash2 size={14} />} onClick={onRemove} />
      </span>
    </li>
  )
}
