/** Numbers in charts use a true minus sign; formats produce a hyphen, which exports need. */
export const trueMinus = (text: string) => text.replace(/^([^\d.-]*)-(?=[^\d]*[\d.])/u, '$1−')
