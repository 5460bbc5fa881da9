import styles from "./Skeleton.module.css";

type SkeletonProps = {
  /** Share of the width it stands in, 0 to 1. */
  width?: number;
  tall?: boolean;
};

/** A bar where words will be. Put `aria-busy` on the part that is on its way. */
export function Skeleton({ width = 1, tall = false }: SkeletonProps) {
  return <span aria-hidden="true" className={tall ? styles.tall : styles.bar} style={width < 1 ? { width: `${width * 100}%` } : undefined} />;
}
