import { useState } from 'react'
import { bootstrap } from '../../../api/bootstrap.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { refreshIntervals } from './refreshIntervals.ts'

const texts = defineTexts('dashboard.refreshInterval', {
  title: 'Refresh interval',
  frequency: 'Refresh frequency',
  saveSession: 'Save for this session',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Refresh interval saved',
  sure: 'Are you sure you want to proceed?',
})

/** Sets how often the charts refresh, until the user leaves the page. */
export default function RefreshIntervalDialog({ onClose }: { onClose: () => void }) {
  const { store } = useSession()
  const seconds = useDashboard((state) => state.refreshFrequency)
  return (
    <IntervalDialog
      seconds={seconds}
      isForSession
      onClose={onClose}
      onSave={(next) => store.setState({ refreshFrequency: next })}
    />
  )
}

interface IntervalDialogProps {
  seconds: number
  /** whether the interval applies until the user leaves the page; otherwise it is saved with the dashboard */
  isForSession?: boolean
  onClose: () => void
  onSave: (seconds: number) => void
}

/** Selects an interval; the caller applies it. */
export function IntervalDialog({ seconds: current, isForSession = false, onClose, onSave }: IntervalDialogProps) {
  const t = useText()
  const [seconds, setSeconds] = useState(current)
  const limit = Number(bootstrap.common.conf['SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT'] ?? 0)
  const warning = bootstrap.common.conf['SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE']
  const isTooOften = seconds > 0 && limit > 0 && seconds < limit
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={420}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            onClick={() => {
              onSave(seconds)
              toast.success(t(texts.saved))
              onClose()
            }}
          >
            {t(isForSession ? texts.saveSession : texts.save)}
          </Button>
        </>
      }
    >
      <Field label={t(texts.frequency)}>
        <Select
          size="md"
          searchable={false}
          label={t(texts.frequency)}
          value={seconds}
          onChange={(next) => setSeconds(next ?? 0)}
          options={refreshIntervals().map(([value, label]) => ({ value, label }))}
        />
      </Field>
      {isTooOften ? (
        <Banner tone="warning">
          {typeof warning === 'string' ? `${warning} ` : ''}
          {t(texts.sure)}
        </Banner>
      ) : null}
    </Dialog>
  )
}
