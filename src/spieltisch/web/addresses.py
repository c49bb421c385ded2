"""Addresses of guests, and the house each belongs to."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

HOUSE_BITS = 64
NETWORK_BITS = {4: 24, 6: 48}  # what is given out together, and often to one
LONGEST_ADDRESS = 64
Network = IPv4Network | IPv6Network


def house_of(address: str) -> str:
    """A house has one IPv4 address, and of IPv6 a whole network to choose from."""
    parsed = parse(address)
    if parsed is None:
        return address[:LONGEST_ADDRESS]
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(IPv6Network((int(parsed), HOUSE_BITS), strict=False))


def network_of(address: str) -> str:
    parsed = parse(address)
    if parsed is None:
        return address[:LONGEST_ADDRESS]
    return str(ip_network((int(parsed), NETWORK_BITS[parsed.version]), strict=False))


def parse(address: str) -> IPv4Address | IPv6Address | None:
    """Also with a port, as some proxies write it; an IPv4 address in IPv6's clothes is IPv4."""
    text = address.partition("%")[0]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ip_address(text)
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


def networks(text: str) -> tuple[Network, ...]:
    """Of a list with commas; ValueError if one is none."""
    return tuple(ip_network(one.strip()) for one in text.split(",") if one.strip())
