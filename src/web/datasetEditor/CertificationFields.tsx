import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { marksOf, withMarks } from './datasetDraft.ts'

const texts = defineTexts('datasetEditor.marks', {
  certifiedBy: 'Certified by',
  certifiedByHelp: 'Person or group that has certified it. A badge is shown next to its name.',
  details: 'Certification details',
  warning: 'Warning',
  warningHelp: 'Shown next to a warning icon. Supports Markdown.',
})

interface CertificationFieldsProps {
  extra: string | null
  onChange: (extra: string | null) => void
  hasWarning?: boolean
}

/** Certification and warning of a column, metric or dataset. */
export function CertificationFields({ extra, onChange, hasWarning = false }: CertificationFieldsProps) {
  const t = useText()
  const marks = marksOf(extra)
  // the JSON text that contains certification and warning is being edited manually
  const disabled = marks === undefined
  return (
    <>
      <TextField
        label={t(texts.certifiedBy)}
        help={t(texts.certifiedByHelp)}
        disabled={disabled}
        value={marks?.certifiedBy ?? ''}
        onChange={(text) => onChange(withMarks(extra, { certifiedBy: text }))}
      />
      <TextField
        label={t(texts.details)}
        disabled={disabled}
        value={marks?.details ?? ''}
        onChange={(text) => onChange(withMarks(extra, { details: text }))}
      />
      {hasWarning ? (
        <TextArea
          label={t(texts.warning)}
          help={t(texts.warningHelp)}
          disabled={disabled}
          value={marks?.warning ?? ''}
          onChange={(text) => onChange(withMarks(extra, { warning: text }))}
        />
      ) : null}
    </>
  )
}
