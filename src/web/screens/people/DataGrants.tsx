import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { schemasQuery } from '../../api/databaseTables.ts'
import type { RoleRights } from '../../api/people.ts'
import { related } from '../../api/related.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './DataGrants.module.css'

const texts = defineTexts('dataGrants', {
  lead: 'Users with this role can read the data of these databases, schemas and datasets.',
  none: 'This role gives no access to data. Users with the role see the dashboards that are shared with it.',
  kind: 'Kind',
  database: 'Database',
  schema: 'Schema',
  dataset: 'Dataset',
  wholeDatabase: 'Whole database',
  add: 'Add',
  remove: 'Remove {label}',
})

export type GrantDraft = RoleRights['grants'][number]

export const grantKey = (grant: GrantDraft) =>
  grant.kind === 'dataset'
    ? `dataset ${grant.dataset_id}`
    : `${grant.kind} ${grant.database_id} ${grant.kind === 'schema' ? grant.schema : ''}`

interface Props {
  grants: readonly GrantDraft[]
  isFixed: boolean
  onAdd: (grant: GrantDraft) => void
  onRemove: (grant: GrantDraft) => void
  /** called with the grant that is selected but not added yet */
  onSelect: (grant: GrantDraft | undefined) => void
}

/** The data that a role grants: databases, schemas and datasets. */
export function DataGrants({ grants, isFixed, onAdd, onRemove, onSelect }: Props) {
  const t = useText()
  return (
    <div className={css.grants}>
      <p className={css.lead}>{t(grants.length === 0 ? texts.none : texts.lead)}</p>
      {grants.length === 0 ? null : (
        <ul className={css.list}>
          {grants.map((grant) => (
            <li key={grantKey(grant)} className={css.grant}>
              <Tag tone="outline">{t(texts[grant.kind])}</Tag>
              <span className={css.label}>{grant.label}</span>
              {isFixed ? null : (
                <IconButton
                  size="xs"
                  label={t(texts.remove, { label: grant.label })}
                  icon={<X size={14} />}
                  onClick={() => onRemove(grant)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isFixed ? null : <NewGrant onAdd={onAdd} onSelect={onSelect} />}
    </div>
  )
}

const databases = related('dataset', 'database')
const datasets = related('rowlevelsecurity', 'tables')

interface Choice {
  kind: GrantDraft['kind']
  databaseId?: number | undefined
  schema?: string | undefined
  datasetId?: number | undefined
}

/** The grant that is selected, once it is complete. `names`: the names of the offered databases and datasets. */
function grantOf(choice: Choice, names: ReadonlyMap<string, string>): GrantDraft | undefined {
  const { kind, databaseId, schema, datasetId } = choice
  const nameOf = (what: string, id: number) => names.get(`${what} ${id}`) ?? ''
  if (kind === 'dataset') {
    return datasetId === undefined ? undefined : { kind, dataset_id: datasetId, label: nameOf(kind, datasetId) }
  }
  if (databaseId === undefined) return undefined
  const database = nameOf('database', databaseId)
  if (kind === 'database') return { kind, database_id: databaseId, label: database }
  return schema === undefined ? undefined : { kind, database_id: databaseId, schema, label: `${database}.${schema}` }
}

/** The fields that select another database, schema or dataset to grant. */
function NewGrant({ onAdd, onSelect }: Pick<Props, 'onAdd' | 'onSelect'>) {
  const t = useText()
  const [choice, setChoice] = useState<Choice>({ kind: 'dataset' })
  const [names] = useState(() => new Map<string, string>())
  const { kind, databaseId, schema, datasetId } = choice
  const schemas = useQuery({ ...schemasQuery(databaseId), enabled: kind === 'schema' && databaseId !== undefined })
  const grant = grantOf(choice, names)

  function choose(patch: Partial<Choice>) {
    const next = { ...choice, ...patch }
    setChoice(next)
    onSelect(grantOf(next, names))
  }

  function add() {
    if (grant) onAdd(grant)
    choose({ databaseId: undefined, schema: undefined, datasetId: undefined })
  }

  /** The functions that load the options. They store the names of the options for the labels of grants. */
  const [load] = useState(() => ({
    databases: remembering('database', databases, names),
    datasets: remembering('dataset', datasets, names),
  }))

  return (
    <div className={css.add}>
      <Select
        label={t(texts.kind)}
        size="md"
        value={kind}
        onChange={(value) => choose({ kind: value ?? 'dataset' })}
        options={(['dataset', 'schema', 'database'] as const).map((value) => ({
          value,
          label: t(value === 'database' ? texts.wholeDatabase : texts[value]),
        }))}
      />
      {kind === 'dataset' ? (
        <Select
          label={t(texts.dataset)}
          size="md"
          value={datasetId}
          onChange={(id) => choose({ datasetId: id })}
          load={load.datasets}
        />
      ) : (
        <Select
          label={t(texts.database)}
          size="md"
          value={databaseId}
          onChange={(id) => choose({ databaseId: id, schema: undefined })}
          load={load.databases}
        />
      )}
      {kind === 'schema' ? (
        <Select
          label={t(texts.schema)}
          size="md"
          value={schema}
          onChange={(name) => choose({ schema: name })}
          allowNew
          options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
        />
      ) : null}
      <Button size="md" icon={<Plus size={14} />} disabled={grant === undefined} onClick={add}>
        {t(texts.add)}
      </Button>
    </div>
  )
}

type Load = typeof databases

function remembering(what: string, load: Load, names: Map<string, string>): Load {
  return async (search, page, signal) => {
    const answer = await load(search, page, signal)
    for (const { value, label } of answer.options) names.set(`${what} ${value}`, label)
    return answer
  }
}
