import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { marksOf, withMarks } from './datasetDraft.ts'
import { TextArea } from './TextArea.tsx'

const texts = defineTexts('datasetEditor.marks', {
  certifiedBy: 'Certified by',
  certifiedByHelp: 'Person or group who vouches for it; it then wears a badge.',
  details: 'Certification details',
  warning: 'Warning',
  warningHelp: 'Shown beside a warning sign. Markdown is supported.',
})

interface CertificationFieldsProps {
  extra: string | null
  onChange: (extra: string | null) => void
  hasWarning?: boolean
}

/** Who vouches for it, and what one has to know before using it. */
export function CertificationFields({ extra, onChange, hasWarning = false }: CertificationFieldsProps) {
  const t = useText()
  const { certifiedBy, details, warning } = marksOf(extra)
  return (
    <>
      <TextField
        label={t(texts.certifiedBy)}
        help={t(texts.certifiedByHelp)}
        value={certifiedBy}
        onChange={(text) => onChange(withMarks(extra, { certifiedBy: text }))}
      />
      <TextField
        label={t(texts.details)}
        value={details}
        onChange={(text) => onChange(withMarks(extra, { details: text }))}
      />
      {hasWarning ? (
        <TextArea
          label={t(texts.warning)}
          help={t(texts.warningHelp)}
          value={warning}
          onChange={(text) => onChange(withMarks(extra, { warning: text }))}
        />
      ) : null}
    </>
  )
}
