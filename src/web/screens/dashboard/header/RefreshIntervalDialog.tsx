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
  save: 'Save for this session',
  cancel: 'Cancel',
  saved: 'Refresh interval saved',
  sure: 'Are you sure you want to proceed?',
})

/** Chooses how often the charts refresh themselves, until the page is left. */
export function RefreshIntervalDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <OpenDialog onClose={onClose} /> : null
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { store } = useSession()
  const current = useDashboard((state) => state.refreshFrequency)
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
          <Button
            size="md"
            variant="primary"
            onClick={() => {
              store.setState({ refreshFrequency: seconds })
              toast.success(t(texts.saved))
              onClose()
            }}
          >
            {t(texts.save)}
          </Button>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
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
