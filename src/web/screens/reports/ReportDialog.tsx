import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, useId, useState } from 'react'
import { sameJson } from '../../../model/dashboard/dashboardState.ts'
import { currentUser } from '../../api/bootstrap.ts'
import { ApiError, messageOf } from '../../api/failure.ts'
import { related } from '../../api/related.ts'
import { createReport, loadReport, type Report, type ReportType, reportsKey, updateReport } from '../../api/reports.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { MultiSelect } from '../../ui/select/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useDiscardQuestion } from '../../ui/useDiscardQuestion.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { ContentFields } from './ContentFields.tsx'
import css from './Reports.module.css'
import { bodyOf, draftOf, newDraft, type ReportDraft } from './reportDraft.ts'
import type { ReportPartProps } from './reportPart.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { Unsubscribed } from './Unsubscribed.tsx'

const texts = defineTexts('reportDialog', {
  addAlert: 'Add Alert',
  editAlert: 'Edit Alert',
  addReport: 'Add Report',
  editReport: 'Edit Report',
  viewAlert: 'View Alert',
  viewReport: 'View Report',
  alertName: 'Alert name',
  reportName: 'Report name',
  owners: 'Owners',
  description: 'Description',
  active: 'Active',
  cancel: 'Cancel',
  test: 'Send test',
  add: 'Add',
  save: 'Save',
  updated: '{type} updated',
})

const TestDialog = lazy(() => import('./TestDialog.tsx'))

interface ReportDialogProps {
  type: ReportType
  /** undefined for a new alert or report */
  id: number | undefined
  /** whether the user may change it, as an owner or an administrator; all other users can only view it */
  canWrite: boolean
  onClose: () => void
}

/** Edits an alert or report. */
export default function ReportDialog({ type, id, canWrite, onClose }: ReportDialogProps) {
  const t = useText()
  const stored = useQuery({
    queryKey: [reportsKey, 'edited', id],
    queryFn: ({ signal }) => loadReport(id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (id === undefined || stored.data)
    return <ReportForm type={type} id={id} stored={stored.data} canWrite={canWrite} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t(titleOf(type, id, canWrite))}>
      {stored.error ? <Banner tone="danger">{messageOf(stored.error)}</Banner> : <Spinner />}
    </Dialog>
  )
}

/** The title of the dialog: "View" for users who may not change the alert or report. */
function titleOf(type: ReportType, id: number | undefined, canWrite: boolean) {
  const isAlert = type === 'Alert'
  if (id === undefined) return isAlert ? texts.addAlert : texts.addReport
  if (canWrite) return isAlert ? texts.editAlert : texts.editReport
  return isAlert ? texts.viewAlert : texts.viewReport
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

function ReportForm({ type, id, stored, canWrite, onClose }: ReportDialogProps & { stored: Report | undefined }) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [opened] = useState(() => (stored ? draftOf(stored) : newDraft(currentUser.userId, ownTimeZone())))
  const [draft, setDraft] = useState(opened)
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const [isTesting, setIsTesting] = useState(false)
  const body = bodyOf(type, draft)
  const { close, question } = useDiscardQuestion(!sameJson(draft, opened), onClose)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || body === undefined) return
    setIsBusy(true)
    try {
      if (id === undefined) await createReport(body)
      else await updateReport(id, body)
      toast.success(t(texts.updated, { type }))
      void queryClient.invalidateQueries({ queryKey: [reportsKey] })
      onClose()
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }

  function change(part: Partial<ReportDraft>) {
    setFailure(undefined)
    setDraft((now) => ({ ...now, ...part }))
  }

  const errors = failure instanceof ApiError ? failure.fields : undefined
  const errorOf = (name: string) => {
    const error = errors?.[name]
    return error === undefined ? undefined : [error].flat().map(String).join(' ')
  }
  const canTest = canWrite && id !== undefined && stored?.owners.some((owner) => owner.id === currentUser.userId)
  const part = { type, draft, stored, errorOf, onChange: change }
  return (
    <Dialog
      open
      onClose={close}
      title={t(titleOf(type, id, canWrite))}
      width={760}
      footer={
        <>
          <Button size="md" onClick={close}>
            {t(texts.cancel)}
          </Button>
          {canTest ? (
            <Button size="md" className={css.testButton} onClick={() => setIsTesting(true)}>
              {t(texts.test)}
            </Button>
          ) : null}
          {canWrite ? (
            <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={body === undefined}>
              {t(id === undefined ? texts.add : texts.save)}
            </Button>
          ) : null}
        </>
      }
    >
      <form id={formId} className={css.form} inert={!canWrite} onSubmit={(event) => void save(event)}>
        {failure === undefined ? null : <Banner tone="danger">{messageOf(failure)}</Banner>}
        <HeadFields {...part} />
        {type === 'Alert' ? <ConditionFields {...part} /> : null}
        <ScheduleFields {...part} />
        <ContentFields {...part} />
        {canWrite && id !== undefined ? <Unsubscribed reportId={id} /> : null}
      </form>
      {isTesting && id !== undefined ? (
        <LazyPart onClose={() => setIsTesting(false)}>
          <TestDialog id={id} onClose={() => setIsTesting(false)} />
        </LazyPart>
      ) : null}
      {question}
    </Dialog>
  )
}

const loadOwners = related('report', 'owners')

function HeadFields({ type, draft, stored, errorOf, onChange }: ReportPartProps) {
  const t = useText()
  const nameOf = (id: number) => {
    const owner = stored?.owners.find((each) => each.id === id)
    if (owner) return `${owner.first_name} ${owner.last_name}`
    return id === currentUser.userId ? `${currentUser.firstName ?? ''} ${currentUser.lastName ?? ''}` : undefined
  }
  return (
    <>
      <div className={css.two}>
        <TextField
          size="md"
          required
          maxLength={150}
          autoComplete="off"
          label={t(type === 'Alert' ? texts.alertName : texts.reportName)}
          error={errorOf('name')}
          value={draft.name}
          onChange={(name) => onChange({ name })}
        />
        <Field label={t(texts.owners)} required error={errorOf('owners')}>
          <MultiSelect
            wrap
            size="md"
            label={t(texts.owners)}
            load={loadOwners}
            labelOf={nameOf}
            value={draft.owners}
            onChange={(owners) => onChange({ owners })}
          />
        </Field>
      </div>
      <TextArea
        rows={2}
        label={t(texts.description)}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      <Checkbox label={t(texts.active)} checked={draft.active} onChange={(active) => onChange({ active })} />
    </>
  )
}
