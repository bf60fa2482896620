const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** `1,2 MB`, in powers of 1,024. */
export default function fileSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  const format = { style: 'unit', unit: units[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return (bytes / 1024 ** power).toLocaleString('it-IT', format)
}
