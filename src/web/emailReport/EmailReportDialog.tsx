import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { sameJson } from '../../model/dashboard/dashboardState.ts'
import { isDrawn, isWidth } from '../../model/report/reportTerms.ts'
import { isCrontab } from '../../model/time/crontab.ts'
import { currentUser } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { attachedReportQuery, createReport, loadReport, type Report, reportsKey, updateReport } from '../api/reports.ts'
import { CronPicker } from '../schedule/CronPicker.tsx'
import { parseCron } from '../schedule/cronParts.ts'
import { timeZoneOptions } from '../schedule/timeZones.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Select } from '../ui/select/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useDiscardQuestion } from '../ui/useDiscardQuestion.tsx'
import css from './EmailReportDialog.module.css'
import {
  bodyOfChange,
  bodyOfNew,
  type EmailReportDraft,
  emailReportOf,
  formatOf,
  formatsOf,
  newEmailReport,
  type ReportSubject,
} from './emailReportDraft.ts'

const texts = defineTexts('emailReport.dialog', {
  new: 'Schedule a new email report',
  edit: 'Edit email report',
  name: 'Report Name',
  namePlaceholder: 'Weekly Report',
  newName: 'Weekly Report for {title}',
  description: 'Description',
  descriptionPlaceholder: 'Include a description that will be sent with your report',
  schedule: 'Schedule',
  chartSentence: 'The chart will be sent to your email at',
  boardSentence: 'A screenshot of the dashboard will be sent to your email at',
  cron: 'CRON Schedule',
  invalid: 'Invalid cron expression',
  timezone: 'Timezone',
  content: 'Message content',
  TEXT: 'Text embedded in email',
  PNG: 'Image (PNG) embedded in email',
  CSV: 'Formatted CSV attached in email',
  PDF: 'PDF attached in email',
  XLSX: 'Excel attached in email',
  width: 'Screenshot width',
  widthHint: 'Input custom width in pixels',
  widthError: 'Between 600 and 2400 pixels',
  state: 'With the current filters and tabs',
  storedState: 'With the filters and tabs of this report',
  recipient: 'It is sent to {email}.',
  noAddress: 'Your account has no email address.',
  cancel: 'Cancel',
  add: 'Add',
  save: 'Save',
  created: 'The report has been created',
  updated: 'Report updated',
  notCreated: 'Failed to create report',
  notUpdated: 'Failed to update report',
})

interface EmailReportDialogProps {
  subject: ReportSubject
  onClose: () => void
}

/** Creates or edits the user's own e-mail report of a chart or dashboard. */
export default function EmailReportDialog({ subject, onClose }: EmailReportDialogProps) {
  const t = useText()
  const userId = currentUser.userId ?? 0
  const attached = useQuery(attachedReportQuery(subject, userId))
  const id = attached.data?.id
  const stored = useQuery({
    queryKey: [reportsKey, 'edited', id],
    queryFn: ({ signal }) => loadReport(id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (attached.data === null || stored.data) {
    return <EmailReportForm subject={subject} stored={stored.data} onClose={onClose} />
  }
  const error = attached.error ?? stored.error
  return (
    <Dialog open onClose={onClose} title={t(texts.edit)} width={520}>
      {error ? <Banner tone="danger">{messageOf(error)}</Banner> : <Spinner />}
    </Dialog>
  )
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

function EmailReportForm({ subject, stored, onClose }: EmailReportDialogProps & { stored: Report | undefined }) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [opened] = useState(() =>
    stored
      ? emailReportOf(stored)
      : newEmailReport(t(texts.newName, { title: subject.title }), ownTimeZone(), subject.format),
  )
  const [draft, setDraft] = useState(opened)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { email = '', userId = 0 } = currentUser
  const { close, question } = useDiscardQuestion(!sameJson(draft, opened), onClose)
  const isComplete =
    draft.name.trim() !== '' &&
    isCrontab(draft.crontab) &&
    (!isDrawn(formatOf(subject.kind, draft.format)) || isWidth(draft.width)) &&
    (stored !== undefined || email !== '')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isComplete) return
    setIsBusy(true)
    try {
      if (stored) await updateReport(stored.id, bodyOfChange(subject, draft, stored))
      else await createReport(bodyOfNew(subject, draft, { id: userId, email }))
      toast.success(t(stored ? texts.updated : texts.created))
      void queryClient.invalidateQueries({ queryKey: [reportsKey] })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t(stored ? texts.edit : texts.new)}
      width={560}
      footer={
        <>
          <Button size="md" onClick={close}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isComplete}>
            {t(stored ? texts.save : texts.add)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        {failure === undefined ? null : (
          <Banner tone="danger">{`${t(stored ? texts.notUpdated : texts.notCreated)}: ${failure}`}</Banner>
        )}
        <EmailReportFields
          subject={subject}
          stored={stored}
          draft={draft}
          onChange={(part) => {
            setFailure(undefined)
            setDraft((now) => ({ ...now, ...part }))
          }}
        />
        {stored ? null : (
          <p className={css.hint}>{email === '' ? t(texts.noAddress) : t(texts.recipient, { email })}</p>
        )}
      </form>
      {question}
    </Dialog>
  )
}

interface EmailReportFieldsProps {
  subject: ReportSubject
  stored: Report | undefined
  draft: EmailReportDraft
  onChange: (part: Partial<EmailReportDraft>) => void
}

function EmailReportFields({ subject, stored, draft, onChange }: EmailReportFieldsProps) {
  const t = useText()
  const isChart = subject.kind === 'chart'
  const hadState = stored?.extra['dashboard'] !== undefined
  const format = formatOf(subject.kind, draft.format)
  return (
    <>
      <TextField
        size="md"
        required
        maxLength={150}
        autoComplete="off"
        label={t(texts.name)}
        placeholder={t(texts.namePlaceholder)}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        size="md"
        autoComplete="off"
        label={t(texts.description)}
        placeholder={t(texts.descriptionPlaceholder)}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      <fieldset className={css.section}>
        <legend>{t(texts.schedule)}</legend>
        <p className={css.sentence}>{t(isChart ? texts.chartSentence : texts.boardSentence)}</p>
        <ScheduleInput crontab={draft.crontab} onChange={(crontab) => onChange({ crontab })} />
        <Field label={t(texts.timezone)}>
          <Select
            size="md"
            searchable
            label={t(texts.timezone)}
            options={timeZoneOptions(draft.timezone)}
            value={draft.timezone}
            onChange={(timezone) => timezone !== undefined && onChange({ timezone })}
          />
        </Field>
      </fieldset>
      <fieldset className={css.section}>
        <legend>{t(texts.content)}</legend>
        <RadioGroup
          label={t(texts.content)}
          value={format}
          onChange={(chosen) => onChange({ format: chosen })}
          options={formatsOf[subject.kind].map((value) => ({ value, label: t(texts[value]) }))}
        />
        {isDrawn(format) ? (
          <NumberField
            size="md"
            label={t(texts.width)}
            placeholder={t(texts.widthHint)}
            {...(isWidth(draft.width) ? {} : { error: t(texts.widthError) })}
            value={draft.width}
            onChange={(width) => onChange({ width })}
          />
        ) : null}
      </fieldset>
      {subject.state || hadState ? (
        <Checkbox
          label={t(hadState ? texts.storedState : texts.state)}
          checked={draft.hasState}
          onChange={(hasState) => onChange({ hasState })}
        />
      ) : null}
    </>
  )
}

/** Edits the schedule as a sentence, or as cron text if it was too complex for the picker at first. */
function ScheduleInput({ crontab, onChange }: { crontab: string; onChange: (crontab: string) => void }) {
  const t = useText()
  const [isSentence] = useState(parseCron(crontab) !== undefined)
  if (isSentence) return <CronPicker value={crontab} onChange={onChange} />
  return (
    <TextField
      size="md"
      label={t(texts.cron)}
      value={crontab}
      error={isCrontab(crontab) ? undefined : t(texts.invalid)}
      onChange={onChange}
    />
  )
}
