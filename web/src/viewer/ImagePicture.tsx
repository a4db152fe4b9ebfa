import { fileSize } from "../words";
import { type ImageFacts, type Picture, pictureAddress } from "./types";
import "./viewer.css";

/** A picture on a ground that shows where it is transparent. */
export function ImagePicture({ picture, alt }: { picture: Picture; alt: string }) {
  return (
    <div className="picture">
      <img src={pictureAddress(picture)} alt={alt} draggable={false} />
      {picture.scaled_down && <p className="quiet">Shown smaller than it is.</p>}
    </div>
  );
}

export interface Fact {
  name: string;
  value: string;
}

/** Format, dimensions, size and colour depth, as far as the file has them. */
export function factsOf(facts: ImageFacts): Fact[] {
  const { width, height } = facts;
  return [
    { name: "Format", value: facts.format.toUpperCase() },
    {
      name: "Dimensions",
      value: width == null || height == null ? "scalable" : `${written(width)} × ${written(height)}`,
    },
    { name: "File size", value: fileSize(facts.size_bytes) },
    ...(facts.color_depth == null
      ? []
      : [{ name: "Color depth", value: `${facts.color_depth} bits a pixel` }]),
  ];
}

function written(number: number): string {
  return String(Math.round(number * 100) / 100);
}

/** What an image is; what differs from the other version is set off. */
export function ImageFactList({ facts, other }: { facts: ImageFacts; other?: ImageFacts | undefined }) {
  const others = other && new Map(factsOf(other).map(({ name, value }) => [name, value]));
  return (
    <dl className="image-facts">
      {factsOf(facts).map(({ name, value }) => (
        <div key={name} data-differs={(others && others.get(name) !== value) || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
