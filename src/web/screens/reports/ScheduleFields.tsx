import { useState } from 'react'
import { isCrontab } from '../../../model/time/crontab.ts'
import { CronPicker } from '../../schedule/CronPicker.tsx'
import { parseCron } from '../../schedule/cronParts.ts'
import { timeZoneOptions } from '../../schedule/timeZones.ts'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Reports.module.css'
import type { ReportPartProps } from './reportPart.ts'

const texts = defineTexts('reportSchedule', {
  alert: 'Alert condition schedule',
  report: 'Report schedule',
  picker: 'Every',
  text: 'CRON Schedule',
  kind: 'Kind of schedule',
  invalid: 'Invalid cron expression',
  timezone: 'Timezone',
  settings: 'Schedule settings',
  retention: 'Log retention',
  none: 'None',
  days: '{count, plural, one {# day} other {# days}}',
  working: 'Working timeout',
  grace: 'Grace period',
  seconds: 'Time in seconds',
})

const RETENTIONS = [0, 30, 60, 90]

/** When an alert or report runs, in which time zone, and the maximum duration of its runs. */
export function ScheduleFields({ type, draft, errorOf, onChange }: ReportPartProps) {
  const t = useText()
  const [kind, setKind] = useState<'picker' | 'text'>(parseCron(draft.crontab) ? 'picker' : 'text')
  const retentions = [...new Set([...RETENTIONS, draft.logRetention])]
  return (
    <>
      <fieldset className={css.section}>
        <legend>{t(type === 'Alert' ? texts.alert : texts.report)}</legend>
        <RadioGroup
          label={t(texts.kind)}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'picker', label: t(texts.picker), disabled: parseCron(draft.crontab) === undefined },
            { value: 'text', label: t(texts.text) },
          ]}
        />
        {kind === 'picker' ? (
          <CronPicker value={draft.crontab} onChange={(crontab) => onChange({ crontab })} />
        ) : (
          <TextField
            size="md"
            label={t(texts.text)}
            value={draft.crontab}
            error={isCrontab(draft.crontab) ? errorOf('crontab') : t(texts.invalid)}
            onChange={(crontab) => onChange({ crontab })}
          />
        )}
        <Field label={t(texts.timezone)} error={errorOf('timezone')}>
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
        <legend>{t(texts.settings)}</legend>
        <div className={css.two}>
          <Field label={t(texts.retention)} required error={errorOf('log_retention')}>
            <Select
              size="md"
              label={t(texts.retention)}
              options={retentions.map((value) => ({
                value,
                label: value === 0 ? t(texts.none) : t(texts.days, { count: value }),
              }))}
              value={draft.logRetention}
              onChange={(logRetention) => logRetention !== undefined && onChange({ logRetention })}
            />
          </Field>
          <Field
            label={t(texts.working)}
            required
            help={draft.workingTimeout === null ? undefined : t(texts.seconds)}
            error={errorOf('working_timeout')}
          >
            <NumberField
              hideLabel
              size="md"
              label={t(texts.working)}
              min={1}
              placeholder={t(texts.seconds)}
              error={errorOf('working_timeout')}
              value={draft.workingTimeout}
              onChange={(workingTimeout) => onChange({ workingTimeout })}
            />
          </Field>
          {type === 'Alert' ? (
            <Field
              label={t(texts.grace)}
              help={draft.gracePeriod === null ? undefined : t(texts.seconds)}
              error={errorOf('grace_period')}
            >
              <NumberField
                hideLabel
                size="md"
                label={t(texts.grace)}
                min={1}
                placeholder={t(texts.seconds)}
                error={errorOf('grace_period')}
                value={draft.gracePeriod}
                onChange={(gracePeriod) => onChange({ gracePeriod })}
              />
            </Field>
          ) : null}
        </div>
      </fieldset>
    </>
  )
}
