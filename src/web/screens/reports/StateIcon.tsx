import { BellOff, CircleAlert, CircleCheck, Clock, LoaderCircle } from 'lucide-react'
import type { ReportRow } from '../../../model/report/reportForm.ts'
import type { ReportType } from '../../api/reports.ts'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Reports.module.css'

type State = ReportRow['last_state']

const reportTexts = defineTexts('reportState', {
  Success: 'Report sent',
  Working: 'Report sending',
  Error: 'Report failed',
  'Not triggered': 'Nothing triggered',
  'On Grace': 'Alert Triggered, In Grace Period',
})

const alertTexts = defineTexts('alertState', {
  Success: 'Alert triggered, notification sent',
  Working: 'Alert running',
  Error: 'Alert failed',
  'Not triggered': 'Nothing triggered',
  'On Grace': 'Alert Triggered, In Grace Period',
})

const icons = {
  Success: CircleCheck,
  Working: LoaderCircle,
  Error: CircleAlert,
  'Not triggered': BellOff,
  'On Grace': Clock,
}

const looks: Record<State, string | undefined> = {
  Success: css.success,
  Working: css.working,
  Error: css.error,
  'Not triggered': css.quiet,
  'On Grace': css.grace,
}

/** The result of the last run of an alert or report. */
export function StateIcon({ type, state }: { type: ReportType; state: State }) {
  const t = useText()
  const Icon = icons[state]
  const label = t((type === 'Alert' ? alertTexts : reportTexts)[state])
  return (
    <LabelledIcon label={label} tooltip={label} className={looks[state]}>
      <Icon size={16} />
    </LabelledIcon>
  )
}
