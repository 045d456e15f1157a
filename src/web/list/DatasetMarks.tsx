import { HeartPulse, TriangleAlert } from 'lucide-react'
import { datasetMarks } from '../api/datasets.ts'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { Certified } from './Certified.tsx'
import css from './DatasetMarks.module.css'

interface DatasetMarksProps {
  /** JSON text with the certification and a warning */
  extra: string | null | undefined
  /** why charts on the dataset may fail */
  health?: string | null | undefined
}

/** The icons next to a dataset's name: certified, health message, warning; each only if it applies. */
export function DatasetMarks({ extra, health }: DatasetMarksProps) {
  const { certifiedBy, certificationDetails, warning } = datasetMarks(extra ?? null)
  return (
    <>
      <Certified by={certifiedBy} details={certificationDetails} />
      {health ? (
        <LabelledIcon label={health} tooltip={health} className={css.health}>
          <HeartPulse size={15} />
        </LabelledIcon>
      ) : null}
      {warning ? (
        <LabelledIcon label={warning} tooltip={warning} className={css.warning}>
          <TriangleAlert size={15} />
        </LabelledIcon>
      ) : null}
    </>
  )
}
