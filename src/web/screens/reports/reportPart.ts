import type { Report, ReportType } from '../../api/reports.ts'
import type { ReportDraft } from './reportDraft.ts'

/** Props that the parts of the form share. */
export interface ReportPartProps {
  type: ReportType
  draft: ReportDraft
  stored: Report | undefined
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<ReportDraft>) => void
}
