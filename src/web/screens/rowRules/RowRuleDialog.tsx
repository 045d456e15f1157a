import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, messageOf } from '../../api/failure.ts'
import { related } from '../../api/related.ts'
import { loadRowRule, type RowRule, saveRowRule } from '../../api/rowRules.ts'
import { SqlInput } from '../../controls/sql/SqlInput.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { MultiSelect } from '../../ui/select/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './RowRuleDialog.module.css'
import { RulePreview } from './RulePreview.tsx'
import { bodyOf, draftOf, newRule, type RowRuleDraft } from './rowRuleDraft.ts'

const texts = defineTexts('rowRuleDialog', {
  addTitle: 'Add Rule',
  editTitle: 'Edit Rule',
  name: 'Rule Name',
  nameHelp: 'The name must be unique.',
  type: 'Filter Type',
  typeHelp: 'Regular: the rule limits users with one of the roles. Base: it limits everyone without one of the roles.',
  regular: 'Regular',
  base: 'Base',
  datasets: 'Datasets',
  datasetsHelp: 'The rule applies to queries on these datasets.',
  roles: 'Roles',
  excluded: 'Excluded roles',
  group: 'Group Key',
  groupHelp:
    'Rules with the same group key are combined by OR, rules of different groups by AND. A rule without a group key is a group of its own.',
  clause: 'Clause',
  clauseHelp: 'A condition for the WHERE clause, such as client_id = 9. Rows for which it is not true are hidden.',
  description: 'Description',
  cancel: 'Cancel',
  add: 'Add',
  save: 'Save',
  added: 'Rule added',
  updated: 'Rule updated',
})

interface RowRuleDialogProps {
  /** undefined for a new rule */
  id: number | undefined
  canWrite: boolean
  onClose: () => void
}

/** Edits a rule, with a preview of the rows that a user sees. */
export default function RowRuleDialog({ id, canWrite, onClose }: RowRuleDialogProps) {
  const t = useText()
  const stored = useQuery({
    queryKey: ['rowRules', 'one', id],
    queryFn: ({ signal }) => loadRowRule(id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (id === undefined || stored.data)
    return <RuleForm id={id} stored={stored.data} canWrite={canWrite} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t(texts.editTitle)}>
      {stored.error ? <Banner tone="danger">{messageOf(stored.error)}</Banner> : <Spinner />}
    </Dialog>
  )
}

interface RuleFormProps extends RowRuleDialogProps {
  stored: RowRule | undefined
}

function RuleForm({ id, stored, canWrite, onClose }: RuleFormProps) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => (stored ? draftOf(stored) : newRule))
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const body = bodyOf(draft)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || body === undefined) return
    setIsBusy(true)
    try {
      await saveRowRule(id, body)
      toast.success(t(id === undefined ? texts.added : texts.updated))
      void queryClient.invalidateQueries({ queryKey: ['rowRules'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }

  function change(part: Partial<RowRuleDraft>) {
    setFailure(undefined)
    setDraft((now) => ({ ...now, ...part }))
  }

  const fields = failure instanceof ApiError ? failure.fields : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(id === undefined ? texts.addTitle : texts.editTitle)}
      width={640}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          {canWrite ? (
            <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={body === undefined}>
              {t(id === undefined ? texts.add : texts.save)}
            </Button>
          ) : null}
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        {failure === undefined || fields ? null : <Banner tone="danger">{messageOf(failure)}</Banner>}
        <RuleFields draft={draft} stored={stored} errors={fields ?? {}} onChange={change} />
        {canWrite ? <RulePreview id={id} draft={draft} nameOf={(table) => nameOf(stored, table)} /> : null}
      </form>
    </Dialog>
  )
}

const nameOf = (stored: RowRule | undefined, id: number) => stored?.tables.find((table) => table.id === id)?.table_name

/** No columns are offered, because a rule may apply to several datasets. */
const noColumns: [] = []

const loadTables = related('rowlevelsecurity', 'tables')
const loadRoles = related('rowlevelsecurity', 'roles')

interface RuleFieldsProps {
  draft: RowRuleDraft
  stored: RowRule | undefined
  errors: Record<string, unknown>
  onChange: (part: Partial<RowRuleDraft>) => void
}

function RuleFields({ draft, stored, errors, onChange }: RuleFieldsProps) {
  const t = useText()
  const errorOf = (name: string) => (errors[name] === undefined ? undefined : [errors[name]].flat().join(' '))
  const isBase = draft.filter_type === 'Base'
  const roles = t(isBase ? texts.excluded : texts.roles)
  return (
    <>
      <TextField
        size="md"
        label={t(texts.name)}
        required
        maxLength={255}
        autoComplete="off"
        help={t(texts.nameHelp)}
        error={errorOf('name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <Field label={t(texts.type)} help={t(texts.typeHelp)}>
        <SegmentedControl
          label={t(texts.type)}
          value={draft.filter_type}
          onChange={(filter_type) => onChange({ filter_type })}
          options={[
            { value: 'Regular', label: t(texts.regular) },
            { value: 'Base', label: t(texts.base) },
          ]}
        />
      </Field>
      <Field label={t(texts.datasets)} required help={t(texts.datasetsHelp)} error={errorOf('tables')}>
        <MultiSelect
          wrap
          size="md"
          label={t(texts.datasets)}
          load={loadTables}
          labelOf={(id) => nameOf(stored, id)}
          value={draft.tables}
          onChange={(tables) => onChange({ tables })}
        />
      </Field>
      <Field label={roles} error={errorOf('roles')}>
        <MultiSelect
          wrap
          size="md"
          label={roles}
          load={loadRoles}
          labelOf={(id) => stored?.roles.find((role) => role.id === id)?.name}
          value={draft.roles}
          onChange={(chosen) => onChange({ roles: chosen })}
        />
      </Field>
      <TextField
        size="md"
        label={t(texts.group)}
        autoComplete="off"
        help={t(texts.groupHelp)}
        error={errorOf('group_key')}
        value={draft.group_key}
        onChange={(group_key) => onChange({ group_key })}
      />
      <Field label={t(texts.clause)} required help={t(texts.clauseHelp)} error={errorOf('clause')}>
        <SqlInput
          label={t(texts.clause)}
          columns={noColumns}
          value={draft.clause}
          onChange={(clause) => onChange({ clause })}
        />
      </Field>
      <TextArea
        rows={2}
        label={t(texts.description)}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
    </>
  )
}
